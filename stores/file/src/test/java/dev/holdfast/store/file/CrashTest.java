package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockEvent;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crash before every single step on the disk, and what the next user of the folder finds. */
class CrashTest {
    private static final int MAX_STEPS = 200;

    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();

    /** The state before the crash, and what it left. */
    private interface Check {
        void found(LockStore store, String step);
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void acquire_crashAtAnyStep_isMadeOrNot(String scheme) throws IOException {
        crashEverywhere(scheme, store -> {}, store -> Locks.taken(store, "ann", "a"), (store, step) -> {
            assertThat(Locks.owner(store, "a")).as(step).isIn("", "ann");
            assertThat(Locks.happened(store, "a")).as(step).doesNotContain(LockEvent.EventKind.LOST);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void release_crashAtAnyStep_isMadeOrNot(String scheme) throws IOException {
        crashEverywhere(
                scheme,
                store -> Locks.taken(store, "ann", "a"),
                store -> Locks.givenBack(store, "a"),
                (store, step) -> {
                    assertThat(Locks.owner(store, "a")).as(step).isIn("", "ann");
                    assertThat(Locks.happened(store, "a")).as(step).doesNotContain(LockEvent.EventKind.LOST);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void handOver_crashAtAnyStep_neverFreesTheName(String scheme) throws IOException {
        crashEverywhere(
                scheme,
                store -> Locks.taken(store, "ann", "a"),
                store -> Locks.passed(store, "a", "bob", false),
                (store, step) -> {
                    assertThat(Locks.owner(store, "a")).as(step).isIn("ann", "bob");
                    assertThat(Locks.happened(store, "a")).as(step).doesNotContain(LockEvent.EventKind.LOST);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void takeOver_crashAtAnyStep_leavesAtMostOneHolder(String scheme) throws IOException {
        crashEverywhere(
                scheme,
                store -> Locks.taken(store, "ann", "a"),
                store -> Locks.passed(store, "a", "bob", true),
                (store, step) -> assertThat(Locks.owner(store, "a")).as(step).isIn("ann", "bob", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "dir"})
    void acquireOfSeveral_crashAtAnyStep_neverLeavesAStuckLock(String scheme) throws IOException {
        crashEverywhere(scheme, store -> {}, store -> Locks.taken(store, "ann", "a", "b", "c"), (store, step) -> {
            for (String resource : new String[] {"a", "b", "c"}) {
                assertThat(Locks.owner(store, resource)).as(step).isIn("", "ann");
            }
        });
    }

    private void crashEverywhere(String scheme, Consumer<LockStore> before, Consumer<LockStore> work, Check check)
            throws IOException {
        for (int step = 0; step < MAX_STEPS; step++) {
            Path folder = temp.resolve(scheme + step);
            String address = scheme + ":" + folder;
            StepProbe probe = new StepProbe();
            long seen = 0;
            boolean crashed = false;
            try (LockStore store = FileStoreProvider.open(address, time, new Disk(probe))) {
                before.accept(store);
                seen = Locks.taken(store, "eve", "earlier");
                probe.crashAt(step);
                work.accept(store);
                assertThat(probe.wasNotReached()).isTrue();
            } catch (StepProbe.Crash crash) {
                crashed = true;
            }
            try (LockStore store = FileStoreProvider.open(address, time, Disk.REAL)) {
                check.found(store, probe.lastStep());
                assertThat(Locks.owner(store, "earlier")).isEqualTo("eve");
                assertThat(Locks.taken(store, "eve", "later")).isGreaterThan(seen);
                agree(scheme, folder, store);
            }
            if (!crashed) {
                assertThat(step).as("steps").isGreaterThan(3);
                return;
            }
        }
        assertThat(false).as("still crashing after %d steps", MAX_STEPS).isTrue();
    }

    /** What is shown and what is recorded are the same. */
    private static void agree(String scheme, Path folder, LockStore store) {
        Path shown = folder.resolve(scheme.equals("files") ? "a.lock" : "a");
        assertThat(Files.exists(shown, LinkOption.NOFOLLOW_LINKS))
                .isEqualTo(!Locks.owner(store, "a").isEmpty());
        Result again = Locks.apply(store, Locks.take("zoe", "a"));
        assertThat(again instanceof Result.Applied)
                .isEqualTo(Locks.owner(store, "a").equals("zoe"));
    }
}
