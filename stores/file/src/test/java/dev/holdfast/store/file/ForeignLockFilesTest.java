package dev.holdfast.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Hold;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.ProcessId;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStore.Sighting;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import dev.holdfast.store.file.sidecar.Disk;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lock files beside programs that follow the document by hand. */
class ForeignLockFilesTest {
    @TempDir
    Path temp;

    private Path folder;
    private LockStore store;

    @BeforeEach
    void open() {
        folder = temp.resolve("resume_locks");
        store = new FileStoreProvider().open("files:" + folder, FakeTime.create());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Path file(String id) {
        return folder.resolve(id + ".lock");
    }

    @Test
    @DisplayName("R3, R8: the file holds job, process, host and time under the id's name")
    void acquire_plainId_writesTheDocumentsFields() throws IOException {
        Locks.taken(store, "ann", "mapreduce-123");
        ProcessId self = ProcessTable.system().self();
        assertThat(file("mapreduce-123"))
                .content()
                .contains("\"job_id\": \"mapreduce-123\"")
                .contains("\"process_id\": " + self.pid())
                .contains("\"hostname\": \"" + self.host() + "\"")
                .containsPattern("\"acquired_at\": \"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\"");
        assertThat(Locks.givenBack(store, "mapreduce-123")).isInstanceOf(Result.Applied.class);
        assertThat(file("mapreduce-123")).doesNotExist();
    }

    @Test
    @DisplayName("R1: a file written by hand refuses us, and what it says is known")
    void acquire_fileByHand_isRefused() throws IOException {
        String text = "{\"job_id\":\"j\",\"process_id\":4711,\"hostname\":\"far\",\"acquired_at\":"
                + "\"2025-01-11T10:00:00\",\"colour\":{\"x\":[1,2.50]}}";
        Files.writeString(file("j"), text);
        Hold hold = Locks.refused(store, "ann", "j").holds().get(0);
        assertThat(hold.entries()).isEmpty();
        assertThat(hold.owner().name()).isEqualTo("PID 4711 on far");
        assertThat(hold.owner().processes()).containsExactly(new ProcessId("far", "", "", 4711, ""));
        assertThat(hold.since()).isEqualTo(Instant.parse("2025-01-11T10:00:00Z"));
        assertThat(hold.fence()).isPositive();
        assertThat(store.query(Query.all(Kind.LOCK)).entries()).hasSize(1);
        assertThat(file("j")).content().as("unknown fields survive").isEqualTo(text);
        Files.delete(file("j"));
        assertThat(Locks.taken(store, "ann", "j")).isGreaterThan(hold.fence());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"job_id\":\"j\",\"proc",
                "[]",
                "{\"process_id\":\"12\"}",
                "{\"process_id\":-1}",
                "{\"process_id\":1e400,\"hostname\":7,\"acquired_at\":false}"
            })
    void acquire_senselessFile_isHeldByUnknown(String text) throws IOException {
        Files.writeString(file("j"), text);
        assertThat(Locks.refused(store, "ann", "j").holds().get(0).owner().id()).isEqualTo("unknown");
        assertThat(file("j")).content().isEqualTo(text);
    }

    @Test
    void acquire_hugeFile_isHeldByUnknown() throws IOException {
        Files.write(file("j"), new byte[10 << 20]);
        assertThat(Locks.refused(store, "ann", "j").holds().get(0).owner().id()).isEqualTo("unknown");
        assertThat(file("j")).hasSize(10 << 20);
    }

    @Test
    void acquire_symbolicLinkInPlace_isNeitherFollowedNorWritten() throws IOException {
        Path target = Files.writeString(temp.resolve("secret"), "mine");
        Files.createSymbolicLink(file("j"), target);
        Files.createSymbolicLink(file("k"), temp.resolve("nowhere"));
        for (String id : new String[] {"j", "k"}) {
            assertThat(Locks.refused(store, "ann", id).holds().get(0).note()).contains("symbolic link");
            assertThat(Locks.passed(store, id, "bob", true)).isInstanceOf(Result.Applied.class);
            assertThat(Files.isRegularFile(file(id), LinkOption.NOFOLLOW_LINKS)).isTrue();
        }
        assertThat(target).content().isEqualTo("mine");
        assertThat(temp.resolve("nowhere")).doesNotExist();
    }

    @Test
    void takeOver_folderInPlace_isRefusedAndChangesNothing() throws IOException {
        Path inside = Files.createDirectories(file("j").resolve("deep")).resolve("file");
        Files.writeString(inside, "mine");
        assertThat(Locks.refused(store, "ann", "j").holds().get(0).owner().id()).isEqualTo("unknown");
        assertThatThrownBy(() -> Locks.passed(store, "j", "bob", true))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("remove it by hand");
        assertThat(Locks.owner(store, "j")).isEqualTo("unknown");
        assertThat(inside).content().isEqualTo("mine");
    }

    @Test
    void read_ownFileRemoved_tellsTheLoss() throws IOException {
        long fence = Locks.taken(store, "ann", "j");
        Files.delete(file("j"));
        assertThat(Locks.owner(store, "j")).isEmpty();
        assertThat(Locks.happened(store, "j")).containsExactly(LockEvent.EventKind.LOST);
        String id = Locks.hold("ann", true).id().toString();
        Key key = new Key(Kind.ENDING, "j\n" + id);
        Ending ending = ((EndedHold) store.read(java.util.List.of(key)).get(key).body()).ending();
        assertThat(ending.kind()).isEqualTo(LockEvent.EventKind.LOST);
        assertThat(ending.fence()).isEqualTo(fence);
        assertThat(file("j")).as("never restored").doesNotExist();
        assertThat(Locks.taken(store, "bob", "j")).isGreaterThan(fence);
    }

    @Test
    void read_ownFileOutbid_tellsTheLossAndTheOther() throws IOException {
        Locks.taken(store, "ann", "j");
        Files.delete(file("j"));
        Files.writeString(file("j"), "{\"process_id\":4711,\"hostname\":\"far\"}");
        assertThat(Locks.owner(store, "j")).isEqualTo("PID 4711 on far");
        assertThat(Locks.happened(store, "j"))
                .containsExactlyInAnyOrder(LockEvent.EventKind.ACQUIRED, LockEvent.EventKind.LOST);
        Locks.givenBack(store, "j");
        assertThat(file("j")).doesNotExist();
    }

    /** Between the look at the file and its removal, as on a file system with hard links and on one without. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void release_fileOutbidInTheSameMoment_leavesTheOther(boolean links) throws IOException {
        Path other = temp.resolve("jobs");
        Path file = other.resolve("j.lock");
        String outbid = "{\"process_id\":4711,\"hostname\":\"far\"}";
        Disk disk = new Disk(step -> {
            if (!links && step.startsWith("link")) {
                throw new FileSystemException("x", "y", "Operation not permitted");
            }
            if (step.equals("move j.lock") && !Files.readString(file).equals(outbid)) {
                Files.delete(file);
                Files.writeString(file, outbid);
            }
        });
        try (LockStore jobs = FileStoreProvider.open("files:" + other, FakeTime.create(), disk)) {
            Locks.taken(jobs, "ann", "j");
            Locks.givenBack(jobs, "j");
            assertThat(file).content().isEqualTo(outbid);
            assertThat(Locks.owner(jobs, "j")).isEqualTo("PID 4711 on far");
        }
    }

    @Test
    @Timeout(180)
    void watch_ownFileRemoved_isToldWithinFiveSeconds() throws Exception {
        LinkedBlockingQueue<Sighting> seen = new LinkedBlockingQueue<>();
        Locks.taken(store, "ann", "j");
        assertThat(store.watch(Kind.LOCK, "", seen::add)).isPresent();
        assertThat(seen.poll(90, TimeUnit.SECONDS).entry()).isNotNull();
        Files.delete(file("j"));
        Sighting lost = seen.poll(90, TimeUnit.SECONDS);
        assertThat(lost).isNotNull();
        assertThat(lost.entry()).isNull();
        Files.writeString(file("new"), "{}");
        assertThat(seen.poll(90, TimeUnit.SECONDS).key()).isEqualTo(Key.lock("new"));
    }

    @Test
    @DisplayName("R2: a reader never sees a file half written")
    @Timeout(180)
    void acquire_whileRead_isWholeOrAbsent() throws Exception {
        Thread reader = Thread.currentThread();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                Locks.taken(store, "ann", "j");
                Locks.passed(store, "j", "bob", false);
                Locks.givenBack(store, "j");
            }
        });
        writer.start();
        int found = 0;
        while (writer.isAlive() || found == 0) {
            try {
                String text = Files.readString(file("j"));
                assertThat(text).startsWith("{").endsWith("}\n");
                found++;
            } catch (java.nio.file.NoSuchFileException e) {
                Thread.onSpinWait();
            }
            if (!writer.isAlive()) {
                break;
            }
        }
        writer.join();
        assertThat(reader.isInterrupted()).isFalse();
        assertThat(found).isPositive();
    }
}
