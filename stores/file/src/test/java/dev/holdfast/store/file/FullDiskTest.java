package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk that is full from any step on, for one step or for good: nothing is lost and nothing is half done. */
class FullDiskTest {
    private static final int MAX_STEPS = 200;

    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();

    @ParameterizedTest
    @CsvSource({"files,true", "files,false", "dir,true", "dir,false"})
    void acquire_diskFull_isRefusedWhole(String scheme, boolean once) {
        fillEverywhere(scheme, once, store -> Locks.apply(store, Locks.take("ann", "a", "b")), "", "ann");
    }

    @ParameterizedTest
    @CsvSource({"files,true", "files,false", "dir,true", "dir,false"})
    void release_diskFull_leavesTheHoldOrNot(String scheme, boolean once) {
        fillEverywhere(
                scheme,
                once,
                store -> Locks.taken(store, "ann", "a", "b"),
                store -> Locks.givenBack(store, "b"),
                "ann",
                "");
    }

    @ParameterizedTest
    @CsvSource({"files,true", "files,false", "dir,true", "dir,false"})
    void handOver_diskFull_leavesOneOfTheTwo(String scheme, boolean once) {
        fillEverywhere(
                scheme,
                once,
                store -> Locks.taken(store, "ann", "a", "b"),
                store -> Locks.passed(store, "b", "bob", false),
                "ann",
                "bob");
    }

    private void fillEverywhere(
            String scheme, boolean once, Function<LockStore, Result> work, String before, String after) {
        fillEverywhere(scheme, once, store -> {}, work, before, after);
    }

    private void fillEverywhere(
            String scheme,
            boolean once,
            Consumer<LockStore> prepare,
            Function<LockStore, Result> work,
            String before,
            String after) {
        int refusals = 0;
        for (int step = 0; step < MAX_STEPS; step++) {
            StepProbe probe = new StepProbe();
            String address = scheme + ":" + temp.resolve(scheme + once + step);
            try (LockStore store = FileStoreProvider.open(address, time, new Disk(probe))) {
                prepare.accept(store);
                probe.fullAt(step, once);
                String expected = null;
                try {
                    expected = work.apply(store) instanceof Result.Applied ? after : before;
                } catch (StoreUnwritableException e) {
                    assertThat(e)
                            .hasMessageContaining("No space left on device")
                            .hasMessageContaining("check");
                    expected = before;
                    refusals++;
                } catch (OutcomeUnknownException e) {
                    assertThat(e).hasMessageContaining("No space left on device");
                }
                boolean over = probe.wasNotReached();
                probe.disarm();
                String found = Locks.owner(store, "b");
                assertThat(found)
                        .as(probe.lastStep())
                        .isIn(expected == null ? before : expected, expected == null ? after : expected);
                if (over) {
                    assertThat(refusals).isPositive();
                    return;
                }
            }
        }
        assertThat(false).as("still failing after %d steps", MAX_STEPS).isTrue();
    }
}
