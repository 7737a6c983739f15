package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock directory that is released: its successors never see it gone. */
class ReleasedDirectoryTest {
    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();
    private final String self = Long.toString(ProcessHandle.current().pid());

    private Path lock() {
        return temp.resolve("a");
    }

    /** Returns the file that a successor of the holder has to make. */
    private Path next() throws IOException {
        return lock().resolve("next." + Files.readString(lock().resolve("pid")).strip() + "-"
                + Files.readString(lock().resolve("ts")).strip());
    }

    @Test
    void release_afterASuccessor_leavesTheDirectoryInPlace() throws IOException {
        List<String> steps = new ArrayList<>();
        try (LockStore store = FileStoreProvider.open("dir:" + temp, time, new Disk(steps::add))) {
            long version = Locks.taken(store, "ann", "a");
            String heir = "pid=" + self + "\nts=1\nid=heir\ncmd=script\n";
            Path next = Files.writeString(next(), heir);
            steps.clear();
            assertThat(Locks.apply(store, Group.of(Change.delete(Key.lock("a"), version))))
                    .isInstanceOf(Result.Conflict.class);
            assertThat(steps).doesNotContain("move a");
            assertThat(next).content().isEqualTo(heir);
            assertThat(Locks.owner(store, "a")).isEqualTo("PID " + self);
        }
    }

    @Test
    void release_beforeItIsRenamedAway_letsNobodySucceed() throws IOException {
        List<Boolean> closed = new ArrayList<>();
        Disk disk = new Disk(step -> {
            if (step.equals("move a")) {
                closed.add(Files.exists(next()));
            }
        });
        try (LockStore store = FileStoreProvider.open("dir:" + temp, time, disk)) {
            Locks.taken(store, "ann", "a");
            Locks.givenBack(store, "a");
            assertThat(closed).containsExactly(true);
            assertThat(lock()).doesNotExist();
        }
    }

    @Test
    void takeOver_whileTheHolderIsReleasing_waitsForIt() throws IOException {
        Files.createDirectory(lock());
        Files.writeString(lock().resolve("ts"), "1\n");
        Files.writeString(lock().resolve("pid"), self + "\n");
        Path tombstone = Files.writeString(next(), "pid=" + self + "\n");
        try (LockStore store = FileStoreProvider.open("dir:" + temp, time, Disk.REAL)) {
            assertThat(Locks.passed(store, "a", "bob", true)).isNotInstanceOf(Result.Applied.class);
            assertThat(tombstone).exists();
            assertThat(Locks.owner(store, "a")).isEqualTo("PID " + self);
        }
    }
}
