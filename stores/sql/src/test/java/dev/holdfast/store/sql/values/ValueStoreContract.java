package dev.holdfast.store.sql.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.internal.storage.ValueUpload;
import dev.holdfast.spi.LockStore;
import dev.holdfast.testkit.Race;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of a store of large values, which each engine keeps. */
public abstract class ValueStoreContract {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final String name = "terraform/net_" + NAMES.incrementAndGet() + "/Größe";
    private LockStore store;
    private ValueStore values;

    /** Opens a store. */
    protected abstract LockStore open();

    /** Returns the printed file of the tables, and the script that is applied. */
    protected abstract List<Path> printedAndApplied();

    @BeforeEach
    void openStore() {
        store = open();
        values = store.extension(ValueStore.class).orElseThrow();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private String write(String text) {
        return write(values.head(name), text, NOW);
    }

    private String write(Head head, String text, Instant at) {
        try (ValueUpload upload = values.begin(name, "ann", at)) {
            for (String part : text.split(" ", -1)) {
                upload.add(part.getBytes(StandardCharsets.UTF_8));
            }
            return upload.commit(head, "note of " + text, "about " + text) ? upload.id() : "";
        }
    }

    private String text(ValueStore from, String id) {
        Stored version = from.version(name, id).orElseThrow();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < version.chunks(); i++) {
            text.append(new String(from.chunk(id, i), StandardCharsets.UTF_8));
        }
        assertThat(text.toString().getBytes(StandardCharsets.UTF_8)).hasSize((int) version.size());
        return text.toString();
    }

    @Test
    void commit_makesAllChunksVisibleInOneStep() {
        assertThat(values.head(name)).isEqualTo(new Head(name, 0, null, 0, "", ""));
        try (ValueUpload upload = values.begin(name, "ann", NOW)) {
            upload.add("Grüße ".getBytes(StandardCharsets.UTF_8));
            upload.add(new byte[0]);
            upload.add("an alle".getBytes(StandardCharsets.UTF_8));
            assertThat(values.head(name).revision()).isZero();
            assertThat(values.versions(name)).isEmpty();
            assertThat(values.version(name, upload.id())).isEmpty();
            assertThat(upload.commit(values.head(name), "{}", "by Ann")).isTrue();
            assertThat(values.head(name)).isEqualTo(new Head(name, 1, upload.id(), 1, "{}", ""));
            assertThat(values.versions(name)).containsExactly(new Stored(upload.id(), 1, false, NOW, 15, 3, "by Ann"));
            assertThat(text(values, upload.id())).isEqualTo("Grüße an alle");
        }
        try (LockStore other = open()) {
            ValueStore seen = other.extension(ValueStore.class).orElseThrow();
            assertThat(text(seen, String.valueOf(seen.head(name).current()))).isEqualTo("Grüße an alle");
        }
    }

    @Test
    void commit_afterTheHeadChanged_changesNothing() {
        Head before = values.head(name);
        String first = write("a b");
        try (ValueUpload late = values.begin(name, "ann", NOW)) {
            late.add(new byte[] {1});
            assertThat(late.commit(before, "late", "late")).isFalse();
            assertThat(values.head(name).current()).isEqualTo(first);
            late.reject("late", 0);
            assertThat(values.version(name, late.id())).hasValueSatisfying(version -> {
                assertThat(version.rejected()).isTrue();
                assertThat(version.about()).isEqualTo("late");
            });
        }
        assertThat(values.change(before, null, "x")).isFalse();
        assertThat(values.head(name).note()).isEqualTo("note of a b");
    }

    @Test
    void change_pointsToAnOlderVersionOrNone() {
        String first = write("one");
        write("two");
        assertThat(values.change(values.head(name), first, "restored")).isTrue();
        assertThat(values.head(name)).isEqualTo(new Head(name, 3, first, 2, "restored", ""));
        assertThat(values.change(values.head(name), null, "deleted")).isTrue();
        assertThat(values.head(name).current()).isNull();
        assertThat(values.versions(name)).hasSize(2);
    }

    @Test
    void commits_ofSeveralAtTheSameMoment_oneWins() throws Exception {
        Head before = values.head(name);
        List<String> won = Race.run(6, i -> () -> write(before, "writer " + i, NOW)).stream()
                .filter(id -> !id.isEmpty())
                .toList();
        assertThat(won).hasSize(1);
        assertThat(values.head(name).current()).isEqualTo(won.get(0));
        assertThat(values.versions(name)).hasSize(1);
    }

    @Test
    void close_withoutAnEnd_deletesTheUpload() {
        try (ValueUpload upload = values.begin(name, "ann", NOW)) {
            upload.add(new byte[] {1, 2});
        }
        assertThat(values.clean(NOW.plus(Duration.ofDays(1)))).isZero();
    }

    @Test
    void clean_deletesOldUploads_whichThenCannotGoOn() {
        ValueUpload old = values.begin(name, "ann", NOW.minus(Duration.ofHours(2)));
        old.add(new byte[] {1});
        try (ValueUpload recent = values.begin(name, "ann", NOW)) {
            recent.add(new byte[] {2});
            assertThat(values.clean(NOW.minus(Duration.ofHours(1)))).isEqualTo(1);
            assertThatThrownBy(() -> old.add(new byte[] {3})).isInstanceOf(StoreUnwritableException.class);
            assertThatThrownBy(() -> old.commit(values.head(name), "", ""))
                    .isInstanceOf(StoreUnwritableException.class)
                    .hasMessageContaining("upload the value again");
            assertThat(values.head(name).revision()).isZero();
            recent.add(new byte[] {4});
            assertThat(recent.commit(values.head(name), "", "")).isTrue();
        }
        assertThatThrownBy(() -> values.chunk(old.id(), 0)).isInstanceOf(StoreUnwritableException.class);
    }

    @Test
    void versions_beyondThirty_areDeleted_neverTheCurrentOne() {
        String first = write("0");
        for (int i = 1; i <= ValueStore.KEPT; i++) {
            write(values.head(name), "" + i, NOW.plusSeconds(i));
        }
        assertThat(values.change(values.head(name), first, "restored")).isTrue();
        for (int i = 0; i <= ValueStore.REJECTED; i++) {
            try (ValueUpload upload = values.begin(name, "ann", NOW.plusSeconds(i))) {
                upload.reject("no " + i, 0);
            }
        }
        assertThat(values.versions(name).stream().filter(Stored::rejected).map(Stored::about))
                .hasSize(ValueStore.REJECTED)
                .doesNotContain("no 0");
        assertThat(values.version(name, first)).isPresent();
        String next = write("next");
        write("another");
        assertThat(values.version(name, first)).isEmpty();
        assertThat(values.version(name, next)).isPresent();
        assertThat(values.versions(name).stream().filter(version -> !version.rejected()))
                .hasSize(ValueStore.KEPT + 1);
        assertThatThrownBy(() -> values.chunk(first, 0)).hasMessageContaining("deleted");
    }

    private void reject(String of, String author, int most, int second) {
        try (ValueUpload upload = values.begin(of, author, NOW.plusSeconds(second))) {
            upload.add(new byte[] {1});
            upload.reject(author + " " + second, most);
        }
    }

    private List<String> rejected(String of) {
        return values.versions(of).stream()
                .filter(Stored::rejected)
                .map(Stored::about)
                .toList();
    }

    @Test
    void rejectedVersions_giveWayToThoseOfTheirAuthorAlone() {
        String ann = "Ann " + name;
        String other = name + "/other";
        reject(name, ann, 3, 0);
        for (int i = 1; i <= 2 * ValueStore.REJECTED; i++) {
            reject(name, "Ben " + name, 0, i);
        }
        assertThat(rejected(name)).hasSize(ValueStore.REJECTED + 1).contains(ann + " 0");
        reject(other, ann, 3, 50);
        reject(other, ann, 3, 51);
        assertThat(rejected(name)).contains(ann + " 0");
        reject(other, ann, 3, 52);
        assertThat(rejected(name)).doesNotContain(ann + " 0").hasSize(ValueStore.REJECTED);
        assertThat(rejected(other)).containsExactly(ann + " 52", ann + " 51", ann + " 50");
        reject(other, "Cleo", 0, 53);
        reject(other, ann, 1, 54);
        assertThat(rejected(other)).containsExactly(ann + " 54", "Cleo 53");
    }

    @Test
    void names_countForTheirFirstAuthor_untilTheyAreRemoved() {
        String ann = "Ann " + name;
        String ben = "Ben " + name;
        assertThat(values.change(values.head(name).by(ann), null, "locked")).isTrue();
        assertThat(values.head(name).author()).isEqualTo(ann);
        try (ValueUpload upload = values.begin(name, ben, NOW)) {
            upload.add(new byte[] {1});
            assertThat(upload.commit(values.head(name).by(ben), "", "about")).isTrue();
        }
        assertThat(values.count(ann)).isOne();
        assertThat(values.count(ben)).isZero();
        reject(name, ben, 0, 1);
        Head before = values.head(name);
        String id = String.valueOf(before.current());
        assertThat(values.remove(new Head(name, before.revision() - 1, null, 0, "", "")))
                .isFalse();
        assertThat(values.versions(name)).hasSize(2);
        assertThat(values.remove(before)).isTrue();
        assertThat(values.versions(name)).isEmpty();
        assertThatThrownBy(() -> values.chunk(id, 0)).isInstanceOf(StoreUnwritableException.class);
        assertThat(values.head(name)).isEqualTo(new Head(name, before.revision() + 1, null, 1, "", ""));
        assertThat(values.count(ann)).isZero();
        assertThat(values.change(values.head(name).by(ben), null, "")).isTrue();
        assertThat(values.count(ben)).isOne();
    }

    @Test
    void heads_areListedByPrefix_afterAName() {
        write("x");
        String prefix = name.substring(0, name.indexOf('/', 10) + 1);
        assertThat(values.heads(prefix, "", 5)).extracting(Head::name).containsExactly(name);
        assertThat(values.heads(prefix, name, 5)).isEmpty();
        assertThat(values.heads(prefix + "ä", "", 5)).isEmpty();
    }

    @Test
    void chunk_thatIsTooLarge_isAMistake() {
        try (ValueUpload upload = values.begin(name, "ann", NOW)) {
            upload.add(new byte[ValueStore.CHUNK]);
            assertThatThrownBy(() -> upload.add(new byte[ValueStore.CHUNK + 1]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void tables_areAsPrinted() throws IOException {
        List<Path> files = printedAndApplied();
        assertThat(Files.readString(files.get(0))).isEqualTo(Files.readString(files.get(1)));
    }
}
