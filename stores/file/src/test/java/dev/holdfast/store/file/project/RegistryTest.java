package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Hold;
import dev.holdfast.Mode;
import dev.holdfast.internal.json.JsonException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryTest {
    private static final Instant WRITTEN = Instant.parse("2025-11-22T11:00:00Z");
    private static final Instant TIME = Instant.parse("2025-11-22T10:30:00Z");
    private static final String DOCUMENTED = """
            {
              "locks": [
                {
                  "resource": "Chapter_03",
                  "timestamp": "2025-11-22T10:30:00Z",
                  "instance": "CLI-12345"
                },
                {
                  "resource": "StyleSystem",
                  "timestamp": "2025-11-22T10:32:00Z",
                  "instance": "Desktop-67890"
                }
              ]
            }
            """;

    @Test
    @DisplayName("B1: the document's example is read and written back to the letter")
    void write_documentedExample_isTheSameText() {
        Registry registry = Registry.read(DOCUMENTED, WRITTEN);

        assertThat(registry.write()).isEqualTo(DOCUMENTED);
        assertThat(registry.resources()).containsExactly("Chapter_03", "StyleSystem");
        assertThat(registry.problems()).isEmpty();
        RegistryEntry entry = registry.counting("Chapter_03").get(0);
        assertThat(entry.instance()).isEqualTo("CLI-12345");
        assertThat(entry.timestamp()).isEqualTo(TIME);
    }

    @Test
    void write_empty_isTheDocumentedEmptyStructure() {
        assertThat(Registry.EMPTY.write()).isEqualTo("{\n  \"locks\": []\n}\n");
    }

    @Test
    @DisplayName("B1: fields and entries that we do not know survive, in their place")
    void with_unknownFieldsAndElements_keepsThem() {
        String before = """
                {
                  "version": 1.50,
                  "locks": [
                    "a note",
                    {
                      "colour": "red",
                      "resource": "A",
                      "timestamp": "2025-11-22T10:30:00.5+00:00",
                      "instance": "CLI-1"
                    },
                    null,
                    {
                      "resource": 12
                    }
                  ],
                  "team": {
                    "big": 123456789012345678901234567890
                  }
                }
                """;

        Registry after = Registry.read(before, WRITTEN).with(List.of(show("B", Holds.of("CLI-2", TIME, TIME))));

        String added = after.write();
        assertThat(Registry.read(added, WRITTEN).counting("B")).hasSize(1);
        Registry removed = Registry.read(added, WRITTEN).with(List.of(remove(after, "B")));
        assertThat(removed.write()).isEqualTo(before);
    }

    @Test
    @DisplayName("B1, B3: our entry shows the documented fields, the true start and the hold")
    void with_ownHold_showsIt() {
        Hold hold = Holds.of("CLI-2", Mode.SHARED, TIME, TIME.plusSeconds(600), "rewriting");

        Registry registry = Registry.EMPTY.with(List.of(show("A", hold)));

        assertThat(registry.write()).isEqualTo("""
                        {
                          "locks": [
                            {
                              "resource": "A",
                              "timestamp": "2025-11-22T10:40:00Z",
                              "instance": "CLI-2",
                              "since": "2025-11-22T10:30:00Z",
                              "hold": "%s",
                              "mode": "shared",
                              "note": "rewriting"
                            }
                          ]
                        }
                        """.formatted(hold.id()));
    }

    @Test
    @DisplayName("B1: a renewal moves the timestamp, not the start, and keeps what others added to our entry")
    void showing_renewedHold_movesTimestampOnly() {
        Registry registry = Registry.read("""
                {"locks":[{"resource":"A","timestamp":"2025-11-22T10:30:00Z","instance":"CLI-1","mood":"good"}]}""", WRITTEN);
        RegistryEntry entry = registry.counting("A").get(0);
        Hold renewed = Holds.of("CLI-1", TIME, TIME.plusSeconds(300));

        RegistryEntry next = entry.showing(renewed);

        assertThat(next.fields())
                .containsEntry("timestamp", "2025-11-22T10:35:00Z")
                .containsEntry("since", "2025-11-22T10:30:00Z")
                .containsEntry("mood", "good");
    }

    @Test
    void showing_renewedWithinTheMinute_isNoChange() {
        RegistryEntry entry = RegistryEntry.of("A", Holds.of("CLI-1", TIME, TIME));

        assertThat(entry.showing(Holds.of("CLI-1", TIME, TIME.plusSeconds(59)))).isSameAs(entry);
        assertThat(entry.showing(Holds.of("CLI-1", TIME, TIME.plusSeconds(60)))).isNotSameAs(entry);
    }

    @Test
    void showing_clockSetBackByAnHour_followsIt() {
        RegistryEntry entry = RegistryEntry.of("A", Holds.of("CLI-1", TIME, TIME));

        RegistryEntry next = entry.showing(Holds.of("CLI-1", TIME, TIME.minus(Duration.ofHours(1))));

        assertThat(next.timestamp()).isEqualTo(TIME.minus(Duration.ofHours(1)));
    }

    @Test
    @DisplayName("B17: of two entries for one resource the newest counts, and the duplicate is reported")
    void counting_twoEntries_isTheNewest() {
        Registry registry = Registry.read("""
                {"locks":[
                  {"resource":"A","timestamp":"2025-11-22T10:31:00Z","instance":"Desktop-1"},
                  {"resource":"A","timestamp":"2025-11-22T10:30:00Z","instance":"CLI-1"}]}""", WRITTEN);

        assertThat(registry.counting("A")).extracting(RegistryEntry::instance).containsExactly("Desktop-1");
        assertThat(registry.entries("A")).hasSize(2);
        assertThat(registry.problems()).singleElement().asString().contains("A has 2 entries", "Desktop-1");
    }

    @Test
    @DisplayName("B17: of two entries with the same time the later in the file counts")
    void counting_sameTime_isTheLater() {
        Registry registry = Registry.read("""
                {"locks":[
                  {"resource":"A","timestamp":"2025-11-22T10:30:00Z","instance":"Desktop-1"},
                  {"resource":"A","timestamp":"2025-11-22T10:30:00Z","instance":"CLI-1"}]}""", WRITTEN);

        assertThat(registry.counting("A")).extracting(RegistryEntry::instance).containsExactly("CLI-1");
    }

    @Test
    void counting_sharedEntries_areAllOfThem() {
        Registry registry = Registry.read("""
                {"locks":[
                  {"resource":"A","timestamp":"2025-11-22T10:30:00Z","instance":"X"},
                  {"resource":"A","timestamp":"2025-11-22T10:31:00Z","instance":"Y","mode":"shared"},
                  {"resource":"A","timestamp":"2025-11-22T10:32:00Z","instance":"Z","mode":"shared"}]}""", WRITTEN);

        assertThat(registry.counting("A")).extracting(RegistryEntry::instance).containsExactly("Y", "Z");
        assertThat(registry.problems()).hasSize(1);
    }

    @Test
    void counting_exclusiveNewerThanShared_isThatOne() {
        Registry registry = Registry.read("""
                {"locks":[
                  {"resource":"A","timestamp":"2025-11-22T10:32:00Z","instance":"X"},
                  {"resource":"A","timestamp":"2025-11-22T10:31:00Z","instance":"Y","mode":"shared"}]}""", WRITTEN);

        assertThat(registry.counting("A")).extracting(RegistryEntry::instance).containsExactly("X");
    }

    @Test
    @DisplayName("B1: a lock whose time cannot be read counts from the file's own time")
    void read_unreadableTime_isTheFilesTime() {
        Registry registry = Registry.read(
                "{\"locks\":[{\"resource\":\"A\",\"timestamp\":\"yesterday\",\"instance\":\"CLI-1\"}]}", WRITTEN);

        assertThat(registry.counting("A").get(0).timestamp()).isEqualTo(WRITTEN);
        assertThat(registry.counting("A").get(0).timed()).isFalse();
        assertThat(registry.problems()).singleElement().asString().contains("A", "2025-11-22T11:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"instance\":null}",
                "{\"instance\":\"\"}",
                "{\"instance\":{}}",
                "{\"instance\":\"a\\u0000\"}"
            })
    void read_noInstance_countsAsHeldByUnknown(String fields) {
        String rest = fields.isEmpty() ? "" : "," + fields.substring(1, fields.length() - 1);
        Registry registry =
                Registry.read("{\"locks\":[{\"resource\":\"A\",\"timestamp\":1763807400" + rest + "}]}", WRITTEN);

        assertThat(registry.counting("A").get(0).instance()).isEqualTo("unknown");
        assertThat(registry.problems()).hasSize(1);
    }

    @Test
    void read_processIdAsInstance_isItsName() {
        Registry registry =
                Registry.read("{\"locks\":[{\"resource\":\"A\",\"timestamp\":1763807400,\"instance\":4711}]}", WRITTEN);

        assertThat(registry.counting("A").get(0).instance()).isEqualTo("4711");
        assertThat(registry.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "null",
                "\"A\"",
                "[]",
                "{}",
                "{\"resource\":null}",
                "{\"resource\":\"\"}",
                "{\"resource\":\"a\\nb\"}"
            })
    void read_elementThatNamesNoResource_isKeptIgnoredAndReported(String element) {
        Registry registry = Registry.read("{\"locks\":[" + element + "]}", WRITTEN);

        assertThat(registry.resources()).isEmpty();
        assertThat(registry.problems()).singleElement().asString().startsWith("Entry 1 is ignored");
        assertThat(registry.write().replaceAll("\\s", "")).isEqualTo("{\"locks\":[" + element + "]}");
    }

    @Test
    void read_nameLongerThan512Bytes_isIgnoredAndReported() {
        String fits = "é".repeat(256);

        Registry registry = Registry.read(
                "{\"locks\":[{\"resource\":\"" + fits + "\"},{\"resource\":\"" + fits + "x\"}]}", WRITTEN);

        assertThat(registry.resources()).containsExactly(fits);
        assertThat(registry.problems()).anyMatch(problem -> problem.contains("Entry 2") && problem.contains("513"));
    }

    @Test
    void problems_veryMany_areCut() {
        Registry registry = Registry.read("{\"locks\":[" + "1,".repeat(999) + "1]}", WRITTEN);

        assertThat(registry.problems()).hasSize(Problems.MAX_SENTENCES + 1);
        assertThat(registry.problems().get(Problems.MAX_SENTENCES)).contains("980");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"locks\":[{\"resource\":\"A\"",
                "{\"locks\":[],}",
                "{\"locks\":[],\"locks\":[]}",
                "[]",
                "null"
            })
    void read_noJsonObject_isRefused(String text) {
        assertThatThrownBy(() -> Registry.read(text, WRITTEN)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"locks\":{}}", "{\"locks\":null}"})
    void read_noListOfLocks_isRefused(String text) {
        assertThatThrownBy(() -> Registry.read(text, WRITTEN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void read_byteOrderMarkAndCarriageReturns_areNoHindrance() {
        Registry registry = Registry.read("\uFEFF" + DOCUMENTED.replace("\n", "\r\n"), WRITTEN);

        assertThat(registry.write()).isEqualTo(DOCUMENTED);
    }

    @Test
    void with_entryThatCameSince_staysBesideOurs() {
        Registry decidedOn = Registry.EMPTY;
        Registry now = Registry.read(DOCUMENTED, WRITTEN);

        Registry after = now.with(List.of(new Edit(
                "Chapter_03",
                decidedOn.entries("Chapter_03"),
                List.of(RegistryEntry.of("Chapter_03", Holds.of("CLI-2", TIME, TIME.plusSeconds(1)))))));

        assertThat(after.entries("Chapter_03"))
                .extracting(RegistryEntry::instance)
                .containsExactly("CLI-12345", "CLI-2");
        assertThat(after.problems()).hasSize(1);
    }

    private static Edit show(String resource, Hold hold) {
        return new Edit(resource, List.of(), List.of(RegistryEntry.of(resource, hold)));
    }

    private static Edit remove(Registry registry, String resource) {
        return new Edit(resource, registry.entries(resource), List.of());
    }
}
