package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of events when the journal is written anew. */
class HistoryFileTest {
    private static final int USES = 200;
    private static final HistoryQuery ALL = new HistoryQuery("", null, 10_000);

    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();
    private final List<String> reasons = new ArrayList<>();

    /** Each use is a store of its own, as in a command; each change tells two things. */
    @BeforeEach
    void useOften() {
        for (int i = 0; i < USES; i++) {
            try (LockStore store = open()) {
                Key key = Key.lock("a");
                long version = store.read(List.of(key)).version(key);
                List<LockEvent> events = List.of(event("one " + i), event("two,\"ev\":[ " + i));
                Locks.apply(store, new Group(List.of(Change.put(key, version, Locks.held("ann"))), events));
            }
        }
    }

    private LockEvent event(String reason) {
        reasons.add(0, reason);
        return new LockEvent("a", LockEvent.EventKind.ACQUIRED, Locks.hold("ann", true), "", reason);
    }

    private LockStore open() {
        return new FileStoreProvider().open("files:" + temp, time);
    }

    private Path sidecar(String name) {
        return temp.resolve(".holdfast/files").resolve(name);
    }

    private void historyIsWhole() {
        try (LockStore store = open()) {
            List<HistoryEntry> history = store.history(ALL);
            // Those of one change in the order in which it told them, if read backwards.
            assertThat(history).extracting(past -> past.event().reason()).isEqualTo(reasons);
            assertThat(history).isSortedAccordingTo((one, two) -> Long.compare(two.version(), one.version()));
        }
    }

    @Test
    void history_manyShortUses_isWholeAndTheJournalShort() throws IOException {
        historyIsWhole();
        assertThat(sidecar("journal-1")).doesNotExist();
        try (var files = Files.newDirectoryStream(sidecar(""), "journal-*")) {
            for (Path journal : files) {
                assertThat(Files.size(journal)).isLessThan(100_000);
            }
        }
        assertThat(Files.size(sidecar("history"))).isGreaterThan(100_000);
    }

    @Test
    void history_someInBothFilesAfterACrash_isToldOnce() throws IOException {
        byte[] twice = Files.readAllBytes(sidecar("history"));
        Files.write(sidecar("history"), twice, StandardOpenOption.APPEND);
        historyIsWhole();
    }

    @Test
    void history_lineUnfinishedAfterACrash_goesOnBehindIt() throws IOException {
        Files.writeString(sidecar("history"), "1234abcd {\"s\":6,\"v\":", UTF_8, StandardOpenOption.APPEND);
        useOften();
        historyIsWhole();
    }

    @Test
    void history_fileDeleted_beginsAnew() throws IOException {
        Files.delete(sidecar("history"));
        try (LockStore store = open()) {
            assertThat(store.history(ALL)).hasSizeLessThan(2 * USES);
            assertThat(Locks.owner(store, "a")).isEqualTo("ann");
        }
        reasons.clear();
        useOften();
        try (LockStore store = open()) {
            assertThat(store.history(new HistoryQuery("", null, 2 * USES)))
                    .extracting(past -> past.event().reason())
                    .isEqualTo(reasons);
        }
    }
}
