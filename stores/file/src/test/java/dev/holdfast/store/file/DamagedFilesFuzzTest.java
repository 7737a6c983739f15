package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is in the files of a store, it is used or refused with a sentence: nothing hangs, nothing grows, and nothing outside
 * of the folder is touched.
 */
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedFilesFuzzTest {
    private static final int COPIES = Extent.of(60, 2_000);
    private static final long MAX_GROWTH = 8 << 20;
    private static final String SECRET = "not for locks";

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void damagedFolder_isUsedOrRefused(String scheme) throws Exception {
        Path good = fill(scheme);
        Path outside =
                Files.writeString(Files.createDirectory(temp.resolve("outside")).resolve("secret"), SECRET);
        FileDamage damage = new FileDamage(scheme.hashCode());
        int used = 0;
        for (int i = 0; i < COPIES; i++) {
            Path copy = temp.resolve("copy");
            damage.copy(good, copy);
            for (int left = i % 3; left >= 0; left--) {
                damage.damage(copy, outside);
            }
            long before = size(copy);
            String what = scheme + " " + i + ": " + damage.done();
            boolean first = use(scheme, copy, what);
            boolean again = use(scheme, copy, what);
            assertThat(again).as(what + "used once, so usable again").isEqualTo(first || again);
            used += first ? 1 : 0;
            assertThat(size(copy) - before).as(what).isLessThan(MAX_GROWTH);
            assertThat(outside).as(what).content().isEqualTo(SECRET);
            assertThat(outside.getParent()).as(what).isDirectoryContaining(outside::equals);
            assertThat(outside.getParent().toFile().list()).as(what).hasSize(1);
            FileDamage.remove(copy);
        }
        assertThat(used).as("some are used, some refused").isBetween(COPIES / 20, COPIES - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "files", "dir"})
    void file_thatIsHuge_isRefusedOrReadInPart(String scheme) throws Exception {
        Path good = fill(scheme);
        Path copy = temp.resolve("copy");
        FileDamage damage = new FileDamage(0);
        for (Path file : Set.copyOf(FileDamage.all(good))) {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                damage.copy(good, copy);
                FileDamage.enlarge(copy.resolve(good.relativize(file)));
                long before = size(copy);
                use(scheme, copy, file + " is huge");
                assertThat(size(copy) - before).as("%s", file).isLessThan(MAX_GROWTH);
                FileDamage.remove(copy);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999", "999999999", ""})
    void journal_whoseHeadPromisesNonsense_isDamaged(String lines) throws Exception {
        Path folder = fill("files");
        Files.writeString(folder.resolve(".holdfast/files/journal-1"), "holdfast-journal 1 lines=" + lines + "\n");
        assertThat(use("files", folder, lines)).isTrue();
    }

    private Path fill(String scheme) throws InterruptedException {
        Path folder = temp.resolve("good");
        try (LockManager locks = LockManager.open(scheme + ":" + folder)) {
            for (String name : List.of("a", "b", "Chapter_03")) {
                locks.acquire(request(name)).detach();
            }
            locks.acquire(request("c")).close();
            locks.acquire(request("d")).close();
        }
        return folder;
    }

    private static LockRequest request(String name) {
        Owner self = Owner.of("ann").bound(List.of(ProcessTable.system().self()));
        return LockRequest.of(name).owner(self).note("a note");
    }

    /** Returns whether the store could be used. */
    private static boolean use(String scheme, Path folder, String what) throws InterruptedException {
        try (LockManager locks = LockManager.open(scheme + ":" + folder)) {
            locks.list("");
            locks.admin().history(HistoryQuery.NEWEST);
            for (String name : List.of("a", "fresh")) {
                try (LockHandle handle = locks.acquire(request(name))) {
                    handle.isHeld();
                } catch (LockUnavailableException e) {
                    assertOrderly(e, what);
                }
            }
            locks.admin().sweep();
            return true;
        } catch (StoreException e) {
            assertOrderly(e, what);
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
    }

    private static void assertOrderly(Exception e, String what) {
        assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("Exception");
        assertThat(Text.firstHidden(e.getMessage())).as(what + e.getMessage()).isEqualTo(-1);
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            long size = 0;
            for (Path path : all.toList()) {
                size += Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
            }
            return size;
        }
    }
}
