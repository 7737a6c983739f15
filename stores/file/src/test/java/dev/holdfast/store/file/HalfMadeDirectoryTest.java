package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Acquisition;
import dev.holdfast.LockManager;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.spi.LockStore;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lock directories whose maker died between {@code mkdir} and {@code pid}. */
@Timeout(180)
class HalfMadeDirectoryTest {
    @TempDir
    Path temp;

    private Path folder() throws IOException {
        return Files.createDirectories(temp.resolve("storage"));
    }

    private String address() throws IOException {
        return "dir:" + folder();
    }

    private void dieBefore(String step) throws Exception {
        try (Child maker = Child.start(temp, List.of(), DyingMaker.class, address(), "lock", step)) {
            assertThat(maker.await(120)).as(maker.errors()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkdir lock", "link ts", "link where", "link pid", "link cmd", "overwrite"})
    @DisplayName("M7: the lock of a maker that was killed anywhere in the middle is free for the next")
    void makerKilled_atAnyStep_nextIsGranted(String step) throws Exception {
        dieBefore(step);
        try (LockManager locks = LockManager.open(address())) {
            assertThat(locks.tryAcquire("lock").granted()).isTrue();
            assertThat(folder().resolve("lock/pid"))
                    .hasContent(Long.toString(ProcessHandle.current().pid()));
        }
        assertThat(folder().resolve("lock")).doesNotExist();
    }

    @Test
    @DisplayName("M7: a directory that was there before the killed maker began is not the maker's")
    void directoryOlderThanTheKilledMaker_isLeftAlone() throws Exception {
        dieBefore("mkdir lock");
        Path lock = Files.createDirectory(folder().resolve("lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(60)));
        refusedAsSuspect(lock);
        assertThat(lock).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ts", "task.md"})
    @DisplayName("M7: a directory with another program's files in it is not the killed maker's")
    void directoryWithOtherFiles_isLeftAlone(String file) throws Exception {
        dieBefore("mkdir lock");
        Path lock = Files.createDirectory(folder().resolve("lock"));
        Files.writeString(lock.resolve(file), "1736589600\n");
        refusedAsSuspect(lock);
        assertThat(lock.resolve(file)).hasContent("1736589600");
        assertThat(lock.resolve("pid")).doesNotExist();
    }

    @Test
    @DisplayName("M6, M7: a directory that no maker is known of is suspect, and the refusal says how to resolve it")
    void directoryByHand_isSuspect() throws Exception {
        refusedAsSuspect(Files.createDirectory(folder().resolve("lock")));
    }

    private void refusedAsSuspect(Path lock) throws IOException {
        try (LockManager locks = LockManager.open(address())) {
            Acquisition tried = locks.tryAcquire("lock");
            assertThat(tried.granted()).isFalse();
            assertThat(tried.refusals().get(0).holders())
                    .singleElement()
                    .satisfies(judged -> assertThat(judged.state()).isEqualTo(Verdict.SUSPECT));
            assertThat(tried.refusals().get(0).sentence(ZoneOffset.UTC))
                    .contains("the directory " + lock + " names no process", "rm -r", "Take it over if you are sure");
        }
        assertThat(Files.isDirectory(lock, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    @Test
    @DisplayName("M7: a script that signs the directory first keeps it")
    void scriptSignsFirst_keepsIt() throws Exception {
        dieBefore("link pid");
        Path lock = folder().resolve("lock");
        Disk disk = new Disk(step -> {
            if (step.equals("link pid")) {
                Files.writeString(lock.resolve("pid"), "1\n");
            }
        });
        try (LockStore store = FileStoreProvider.open(address(), InstantSource.system(), disk)) {
            assertThat(Locks.owner(store, "lock")).startsWith("PID 1");
        }
        assertThat(lock.resolve("pid")).hasContent("1");
    }
}
