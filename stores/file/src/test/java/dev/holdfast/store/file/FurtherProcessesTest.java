package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import dev.holdfast.testkit.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock directory names all processes that its hold is bound to. */
class FurtherProcessesTest {
    private static final Key KEY = Key.lock("a");
    private static final ProcessId SELF = ProcessTable.system().self();
    private static final ProcessId FIRST = ProcessTable.system().of(1);

    @TempDir
    Path temp;

    private LockStore store;

    @BeforeEach
    void open() {
        store = FileStoreProvider.open("dir:" + temp, FakeTime.create(), Disk.REAL);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void put(Hold... holds) {
        long version = store.read(List.of(KEY)).version(KEY);
        LockState state = new LockState(List.of(holds), List.of(), null);
        assertThat(Locks.apply(store, Group.of(Change.put(KEY, version, state))))
                .isInstanceOf(Result.Applied.class);
    }

    private static Hold hold(long id, Mode mode, ProcessId... processes) {
        Owner owner = Owner.of("owner " + id).bound(List.of(processes));
        return Samples.hold(new HoldId(7, id), owner, mode, Lease.NONE);
    }

    /** Returns the hold on record with other processes. */
    private Hold rebound(ProcessId... processes) {
        Hold hold = LockState.of(store.read(List.of(KEY)).get(KEY)).holds().get(0);
        return new Hold(
                hold.entries(),
                hold.owner().bound(List.of(processes)),
                hold.mode(),
                hold.fence(),
                hold.since(),
                hold.active(),
                hold.seen(),
                hold.lease(),
                hold.note(),
                hold.slot(),
                hold.claimed());
    }

    /** Returns the lines about further processes; empty if there are none. */
    private String named() throws IOException {
        try (var files = Files.newDirectoryStream(temp.resolve("a"), "with.*")) {
            StringBuilder text = new StringBuilder();
            for (Path file : files) {
                text.append(Files.readString(file));
            }
            return text.toString();
        }
    }

    @Test
    void acquire_boundToSeveral_namesThemAll() throws IOException {
        put(hold(1, Mode.EXCLUSIVE, SELF, FIRST));
        assertThat(temp.resolve("a/pid")).content().isEqualTo(SELF.pid() + "\n");
        assertThat(named())
                .startsWith("1 pid:[")
                .endsWith(" " + SELF.host() + "\n")
                .hasLineCount(1);
    }

    @Test
    void acquire_boundToOne_namesNoOther() throws IOException {
        put(hold(1, Mode.EXCLUSIVE, SELF));
        assertThat(named()).isEmpty();
    }

    @Test
    void enter_secondProcess_isNamedUntilItLeaves() throws IOException {
        put(hold(1, Mode.EXCLUSIVE, SELF));
        put(rebound(SELF, FIRST));
        assertThat(named()).startsWith("1 ");
        put(rebound(SELF));
        assertThat(named()).isEmpty();
    }

    @Test
    void share_secondHolder_isNamedAndStays() throws IOException {
        put(hold(1, Mode.SHARED, SELF));
        Hold first = rebound(SELF);
        put(first, hold(2, Mode.SHARED, FIRST), hold(3, Mode.SHARED));
        assertThat(named()).startsWith("1 ").endsWith("0 - - -\n").hasLineCount(2);
        Hold second = LockState.of(store.read(List.of(KEY)).get(KEY)).holds().get(1);
        put(second);
        assertThat(temp.resolve("a/pid")).content().isEqualTo("1\n");
        assertThat(named()).isEmpty();
    }

    @Test
    void read_withoutTheJournal_knowsAllProcesses() throws IOException {
        put(hold(1, Mode.EXCLUSIVE, SELF, FIRST));
        store.close();
        try (var files = Files.walk(temp.resolve(".holdfast"))) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        open();
        Owner owner =
                LockState.of(store.read(List.of(KEY)).get(KEY)).holds().get(0).owner();
        assertThat(owner.processes()).extracting(ProcessId::pid).containsExactly(SELF.pid(), 1L);
    }
}
