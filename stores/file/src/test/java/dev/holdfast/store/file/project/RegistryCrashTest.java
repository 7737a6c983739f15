package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that ends before any of its steps on the disk leaves a registry and records that agree. */
class RegistryCrashTest {
    private static final Key A = Key.lock("A");
    private static final Key B = Key.lock("B");

    private final FakeTime time = FakeTime.create();

    @TempDir
    Path folder;

    enum Deed {
        ACQUIRE(false) {
            @Override
            void on(LockStore store, Path file) {
                apply(store, Change.put(A, Change.ABSENT, held("CLI-1")), Change.put(B, Change.ABSENT, held("CLI-1")));
            }
        },
        RELEASE(true) {
            @Override
            void on(LockStore store, Path file) {
                Reading now = store.read(List.of(A, B));
                apply(store, Change.delete(A, now.version(A)), Change.delete(B, now.version(B)));
            }
        },
        TAKE_OVER(true) {
            @Override
            void on(LockStore store, Path file) {
                Reading now = store.read(List.of(A, B));
                apply(
                        store,
                        Change.put(A, now.version(A), held("CLI-2")),
                        Change.put(B, now.version(B), held("CLI-2")));
            }
        },
        RECOVER(true) {
            @Override
            void on(LockStore store, Path file) throws IOException {
                Files.writeString(file, "{\"locks\":");
                store.read(List.of(A, B));
            }
        };

        final boolean startsHeld;

        Deed(boolean startsHeld) {
            this.startsHeld = startsHeld;
        }

        abstract void on(LockStore store, Path file) throws IOException;
    }

    /** The end of a process, as far as a test can have it without ending. */
    private static final class Crashed extends Error {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(180)
    void deed_endedBeforeAnyStep_leavesRegistryAndRecordsThatAgree(Deed deed) throws IOException {
        int last = 1;
        while (isEnded(deed, last)) {
            last++;
        }
        assertThat(last).as("steps of the deed").isGreaterThan(4);
    }

    private boolean isEnded(Deed deed, int step) throws IOException {
        Path locks = folder.resolve(deed.name() + step);
        Path file = locks.resolve(RegistryFile.NAME);
        try (LockStore store = open(locks, Disk.REAL)) {
            if (deed.startsHeld) {
                Deed.ACQUIRE.on(store, file);
            }
        }
        int[] left = {-1};
        Disk mortal = new Disk(any -> {
            // All later steps fail as well: the dead do not clean up.
            if ((left[0] > 0 && --left[0] == 0) || left[0] == 0) {
                left[0] = 0;
                throw new Crashed();
            }
        });
        boolean ended = false;
        try (LockStore store = open(locks, mortal)) {
            left[0] = step;
            deed.on(store, file);
        } catch (Crashed e) {
            ended = true;
        }
        try (LockStore store = open(locks, Disk.REAL)) {
            if (deed == Deed.RECOVER) {
                assertThat(owners(store.read(List.of(A)).get(A)))
                        .as("0003: own holds survive a corrupt registry, ended before step " + step)
                        .containsExactly("CLI-1");
            }
            assertThatAllAgrees(store, file, deed + " ended before step " + step);
        }
        return ended;
    }

    private static void assertThatAllAgrees(LockStore store, Path file, String when) throws IOException {
        Reading now = store.read(List.of(A, B));
        Registry registry =
                Registry.read(Files.readString(file), FakeTime.create().instant());
        for (Key key : List.of(A, B)) {
            Set<String> shown = registry.entries(key.name()).stream()
                    .map(RegistryEntry::instance)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(shown).as(when).isEqualTo(owners(now.get(key)));
        }
        assertThat(owners(now.get(A))).as(when).isEqualTo(owners(now.get(B)));
        if (now.get(A) != null) {
            assertThat(LockState.of(now.get(A)).holds().get(0).entries())
                    .as("taken for another program's: " + when)
                    .isNotEmpty();
        }
        apply(store, Change.put(A, now.version(A), held("CLI-3")), Change.put(B, now.version(B), held("CLI-3")));
        assertThat(Files.readString(file)).contains("CLI-3").doesNotContain("CLI-1", "CLI-2");
    }

    private static Set<String> owners(Entry entry) {
        return entry == null ? Set.of() : entry.body().owners();
    }

    private static void apply(LockStore store, Change... changes) {
        assertThat(store.apply(List.of(Group.of(changes)))).singleElement().isInstanceOf(Result.Applied.class);
    }

    private static LockState held(String owner) {
        return new LockState(List.of(Holds.of(owner, Stamp.TIME, Stamp.TIME)), List.of(), null);
    }

    private LockStore open(Path locks, Disk disk) {
        return RegistryStoreProvider.open("file:" + locks, time, disk);
    }
}
