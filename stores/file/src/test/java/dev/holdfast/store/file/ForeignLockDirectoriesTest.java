package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.ProcessId;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lock directories beside scripts that follow the document by hand, or the protocol in the manual. */
class ForeignLockDirectoriesTest {
    @TempDir
    Path temp;

    private Path lock;
    private LockStore store;

    @BeforeEach
    void open() {
        lock = temp.resolve("storage/lock");
        store = new FileStoreProvider().open("dir:" + temp.resolve("storage"), FakeTime.create());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void byHand(String pid, String ts) throws IOException {
        Files.createDirectory(lock);
        Files.writeString(lock.resolve("pid"), pid);
        Files.writeString(lock.resolve("ts"), ts);
    }

    @Test
    @DisplayName("M2, M5: the lock is a directory with pid, ts and cmd, its parent is made first")
    void acquire_plainName_makesTheDirectory() throws IOException {
        Locks.taken(store, "ann", "lock");
        assertThat(lock.resolve("pid"))
                .content()
                .isEqualTo(ProcessTable.system().self().pid() + "\n");
        assertThat(lock.resolve("ts")).content().matches("\\d+\n");
        assertThat(lock.resolve("cmd")).content().startsWith("java");
        ProcessId self = ProcessTable.system().self();
        assertThat(lock.resolve("where")).content().startsWith("host=" + self.host() + "\n");
        if (!self.namespace().isEmpty()) {
            assertThat(lock.resolve("where"))
                    .content()
                    .contains("\nns=" + self.namespace().split(" ", 2)[0] + "\n")
                    .contains("\nboot=" + self.boot().split("@", 2)[0] + "\n");
        }
        Locks.givenBack(store, "lock");
        assertThat(lock).doesNotExist();
        store.close();
        assertThat(temp.resolve("storage/.holdfast/dir/work")).isEmptyDirectory();
        assertThat(temp.resolve("storage/.holdfast/dir/prepared")).isEmptyDirectory();
    }

    @Test
    void acquire_directoryByHand_isRefused() throws IOException {
        byHand("4711\n", "1736589600\n");
        Hold hold = Locks.refused(store, "ann", "lock").holds().get(0);
        assertThat(hold.owner().name()).isEqualTo("PID 4711");
        assertThat(hold.owner().processes().get(0).host()).as("a local disk").isEmpty();
        assertThat(hold.since()).isEqualTo(Instant.ofEpochSecond(1736589600));
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).hasSize(1);
        Files.delete(lock.resolve("pid"));
        Files.delete(lock.resolve("ts"));
        Files.delete(lock);
        assertThat(Locks.taken(store, "ann", "lock")).isGreaterThan(hold.fence());
    }

    @Test
    @DisplayName("M7: a directory without pid is nobody's to take by itself")
    void acquire_directoryWithoutPid_isHeldByUnknown() throws IOException {
        Files.createDirectory(lock);
        Hold hold = Locks.refused(store, "ann", "lock").holds().get(0);
        assertThat(hold.owner().id()).isEqualTo("unknown");
        assertThat(hold.owner().processes()).isEmpty();
        assertThat(hold.note()).as("the way out").contains(lock.toString()).contains("rm -r");
        assertThat(Locks.passed(store, "lock", "bob", true)).isInstanceOf(Result.Applied.class);
        assertThat(lock.resolve("pid")).isNotEmptyFile();
        assertThat(Locks.owner(store, "lock")).isEqualTo("bob");
    }

    @Test
    @DisplayName("M2: a list shows a lock that was made with a bare mkdir, and no folder with other files")
    void query_directoryWithoutPid_isListed() throws IOException {
        Files.createDirectory(lock);
        Files.createDirectories(temp.resolve("storage/data/inside"));
        assertThat(store.query(Query.all(Kind.LOCK)).entries())
                .extracting(entry -> entry.key().name())
                .containsExactly("lock");
    }

    @Test
    @DisplayName("M7: a script's directory says where its process runs, and Holdfast keeps that with the hold")
    void read_directoryThatSaysWhere_keepsThePlace() throws IOException {
        byHand("4711\n", "1736589600\n");
        Files.writeString(lock.resolve("where"), "host=far\nns=pid:[4026532177]\nboot=1111-2222\n");
        assertThat(processOf("lock")).isEqualTo(new ProcessId("far", "1111-2222", "pid:[4026532177]", 4711, ""));
        Files.writeString(lock.resolve("id"), "4711-1736589600\n");
        Files.writeString(lock.resolve("next.4711-1736589600"), "pid=42\nid=42-x\nhost=near\nns=pid:[7]\nboot=3333\n");
        assertThat(processOf("lock")).isEqualTo(new ProcessId("near", "3333", "pid:[7]", 42, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "nonsense", "ns=pid:[4026531836]\n"})
    @DisplayName("M7: a place that cannot be read is no place of this machine")
    void read_directoryThatDoesNotSayWhere_isElsewhere(String where) throws IOException {
        byHand("4711\n", "1736589600\n");
        Files.writeString(lock.resolve("where"), where);
        ProcessId process = processOf("lock");
        assertThat(ProcessTable.system().check(process, Instant.EPOCH, () -> true))
                .isEqualTo(Liveness.UNKNOWN);
    }

    private ProcessId processOf(String resource) {
        Key key = Key.lock(resource);
        List<Hold> holds = LockState.of(
                        Objects.requireNonNull(store.read(List.of(key)).get(key)))
                .holds();
        return holds.get(0).owner().processes().get(0);
    }

    @Test
    void query_otherDirectories_areNoLocks() throws IOException {
        Files.createDirectory(temp.resolve("storage/tasks"));
        Files.writeString(temp.resolve("storage/tasks/1.md"), "a task");
        Files.writeString(temp.resolve("storage/default.json"), "{}");
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).isEmpty();
        assertThat(Locks.refused(store, "ann", "tasks").holds().get(0).owner().id())
                .isEqualTo("unknown");
        assertThat(Locks.refused(store, "ann", "default.json").holds().get(0).note())
                .contains("a file");
        assertThatThrownBy(() -> Locks.passed(store, "default.json", "bob", true))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("remove it by hand");
        assertThat(temp.resolve("storage/default.json")).content().isEqualTo("{}");
    }

    @Test
    void read_ownDirectoryReplaced_tellsTheLoss() throws IOException {
        Locks.taken(store, "ann", "lock");
        Files.move(lock, temp.resolve("gone"));
        assertThat(Locks.owner(store, "lock")).isEmpty();
        assertThat(Locks.happened(store, "lock")).containsExactly(LockEvent.EventKind.LOST);
        Locks.taken(store, "ann", "lock");
        Files.move(lock, temp.resolve("gone too"));
        byHand("4711", "5");
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 4711");
        assertThat(Locks.happened(store, "lock"))
                .containsExactlyInAnyOrder(
                        LockEvent.EventKind.LOST, LockEvent.EventKind.LOST, LockEvent.EventKind.ACQUIRED);
    }

    @Test
    void handOver_manyTimes_keepsTheDirectoryAndItsSize() throws IOException {
        Locks.taken(store, "owner 0", "lock");
        Object inode = Files.readAttributes(lock, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        for (int i = 1; i <= 20; i++) {
            assertThat(Locks.passed(store, "lock", "owner " + i, i % 2 == 0)).isInstanceOf(Result.Applied.class);
            assertThat(Locks.owner(store, "lock")).isEqualTo("owner " + i);
        }
        assertThat(Files.readAttributes(lock, java.nio.file.attribute.BasicFileAttributes.class)
                        .fileKey())
                .isEqualTo(inode);
        try (var files = Files.list(lock)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("pid", "ts", "cmd", "where", "id");
        }
    }

    @Test
    void chain_successorByScript_holds() throws IOException {
        byHand("4711\n", "1736589600\n");
        Files.writeString(lock.resolve("id"), "4711-1736589600\n");
        Files.writeString(lock.resolve("next.4711-1736589600"), "pid=42\nts=1736589700\nid=42-x\nhost=far\n");
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 42 on far");
        Files.writeString(lock.resolve("next.42-x"), "pid=43\nid=43-x\nhost=far\n");
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 43 on far");
        // A link made for a holder of an earlier directory of that name says nothing.
        Files.writeString(lock.resolve("next.4711-1"), "pid=44\nid=44-x\nhost=far\n");
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 43 on far");
    }

    @Test
    void takeOver_successorWasQuicker_isRefused() throws IOException {
        byHand("4711\n", "1736589600\n");
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 4711");
        var key = dev.holdfast.spi.Key.lock("lock");
        long version = store.read(List.of(key)).version(key);
        Files.writeString(lock.resolve("id"), "4711-1736589600\n");
        Files.writeString(lock.resolve("next.4711-1736589600"), "pid=42\nid=42-x\nhost=far\n");
        Result result = Locks.apply(
                store, dev.holdfast.spi.Group.of(dev.holdfast.spi.Change.put(key, version, Locks.held("ann"))));
        assertThat(result).isInstanceOf(Result.Conflict.class);
        assertThat(Locks.owner(store, "lock")).isEqualTo("PID 42 on far");
    }
}
