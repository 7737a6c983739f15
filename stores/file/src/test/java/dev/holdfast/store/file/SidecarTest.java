package dev.holdfast.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Draft;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Reading;
import dev.holdfast.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage to the sidecar, by power failures and by hand. */
class SidecarTest {
    @TempDir
    Path temp;

    private final FakeTime time = FakeTime.create();
    private Path sidecar;
    private long last;

    @BeforeEach
    void fill() {
        sidecar = temp.resolve("locks/.holdfast/files");
        try (LockStore store = open()) {
            for (String name : List.of("a", "b", "c", "d")) {
                last = Locks.taken(store, "ann", name);
            }
        }
    }

    private LockStore open() {
        return new FileStoreProvider().open("files:" + temp.resolve("locks"), time);
    }

    private Path journal() throws IOException {
        try (var files = Files.list(sidecar)) {
            return files.filter(file -> file.getFileName().toString().matches("journal-\\d+"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The clock stands far back, so that only what is on the disk can make versions grow. */
    private void goesOn(LockStore store) {
        time.jumpBack(Duration.ofDays(30));
        assertThat(Locks.taken(store, "eve", "new")).isGreaterThan(last);
    }

    @Test
    void open_tornTail_isIgnored() throws IOException {
        Files.writeString(journal(), "1234abcd {\"s\":6,\"v\":", UTF_8, StandardOpenOption.APPEND);
        try (LockStore store = open()) {
            assertThat(Locks.owner(store, "d")).isEqualTo("ann");
            goesOn(store);
        }
    }

    @Test
    void open_lineDamaged_goesOnWithTheOthersAndKeepsACopy() throws IOException {
        byte[] bytes = Files.readAllBytes(journal());
        String text = new String(bytes, UTF_8);
        bytes[text.indexOf("\"n\":\"b\"") + 5] ^= 1;
        Path damaged = journal();
        Files.write(damaged, bytes);
        try (LockStore store = open()) {
            assertThat(Locks.owner(store, "a")).isEqualTo("ann");
            assertThat(Locks.owner(store, "d")).isEqualTo("ann");
            // Its record is gone, but its file still says that somebody has it.
            assertThat(Locks.owner(store, "b")).startsWith("PID ");
            goesOn(store);
        }
        assertThat(sidecar.resolve(damaged.getFileName() + ".corrupt")).hasBinaryContent(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 200})
    void open_journalCutShort_goesOnWithTheRest(int length) throws IOException {
        Path journal = journal();
        Files.write(journal, java.util.Arrays.copyOf(Files.readAllBytes(journal), length));
        try (LockStore store = open()) {
            assertThat(Locks.owner(store, "d")).isNotEmpty();
            goesOn(store);
        }
    }

    @Test
    void open_journalGone_goesOnWithWhatIsShown() throws IOException {
        Files.delete(journal());
        try (LockStore store = open()) {
            assertThat(Locks.owner(store, "d")).startsWith("PID ");
            goesOn(store);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage that is long enough to be taken for one or two records of the guard file"})
    void open_guardDamaged_goesOnWithTheJournal(String content) throws IOException {
        Files.writeString(sidecar.resolve("guard"), content);
        try (LockStore store = open()) {
            assertThat(Locks.owner(store, "d")).isEqualTo("ann");
            goesOn(store);
        }
    }

    @Test
    void open_newerJournal_isRefusedUnchanged() throws IOException {
        byte[] newer = new String(Files.readAllBytes(journal()), UTF_8)
                .replace("holdfast-journal 1 ", "holdfast-journal 2 ")
                .getBytes(UTF_8);
        Files.write(journal(), newer);
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("newer version");
        assertThat(journal()).hasBinaryContent(newer);
    }

    @Test
    void use_folderDeletedMeanwhile_startsOverWithWhatIsShown() throws IOException {
        try (LockStore store = open()) {
            try (var files = Files.walk(temp.resolve("locks/.holdfast"))) {
                files.sorted(java.util.Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
            assertThat(Locks.refused(store, "bob", "a").holds().get(0).entries())
                    .isEmpty();
            Locks.taken(store, "bob", "new");
            assertThat(Locks.owner(store, "new")).isEqualTo("bob");
        }
    }

    @Test
    void apply_muchAndOften_keepsTheJournalShortAndEverythingInIt() throws IOException {
        Key key = new Key(Kind.DRAFT, "draft");
        String content = "x".repeat(20_000);
        try (LockStore store = open();
                LockStore other = open()) {
            for (int i = 0; i < 200; i++) {
                Reading seen = other.read(List.of(key));
                Locks.apply(
                        i % 2 == 0 ? store : other,
                        Group.of(Change.put(
                                key,
                                seen.version(key),
                                new DraftRecord(new Draft("scene", "ann", i, content, Stamp.TIME)))));
            }
        }
        assertThat(Files.size(journal())).isLessThan(2_000_000);
        assertThat(journal().getFileName().toString()).isNotEqualTo("journal-1");
        try (LockStore store = open()) {
            assertThat(((DraftRecord) store.read(List.of(key)).get(key).body())
                            .draft()
                            .revision())
                    .isEqualTo(199);
            assertThat(Locks.owner(store, "a")).isEqualTo("ann");
            assertThat(store.history(HistoryQuery.NEWEST)).isEmpty();
            goesOn(store);
        }
    }
}
