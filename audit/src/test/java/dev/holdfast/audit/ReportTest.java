package dev.holdfast.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.holdfast.audit.base.Rule;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How findings are told, kept apart and ignored. */
final class ReportTest {
    private static final String SARIF = "holdfast:/sarif-schema-2.1.0.json";
    private static final Path DOCS = Path.of("").toAbsolutePath().resolveSibling("docs");
    private static final String LOOP = """
            class Loop {
                LockManager locks;
                void all(List<String> names) {
                    for (String name : names) {
                        locks.acquire(name);
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Report loop(String text) {
        Samples.write(folder, "src/Loop.java", text);
        return Samples.report(Audit.of(folder));
    }

    private static Schema schema(String location) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(each -> each.startsWith("holdfast:/") ? read(each) : null));
        return registry.getSchema(SchemaLocation.of(location));
    }

    private static String read(String location) {
        try (InputStream official = ReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            return location.equals(SARIF)
                    ? new String(Objects.requireNonNull(official).readAllBytes(), UTF_8)
                    : Files.readString(DOCS.resolve("schemas").resolve(location.substring("holdfast:/".length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void text_isGroupedByFileAndExplainsEachMistakeOnce() {
        String text = TextReport.text(Samples.report(Audit.of(Samples.MISTAKEN)));
        String file = "src/main/java/app/article/ArticleAdminController.java";
        assertThat(text.lines()).filteredOn(file::equals).hasSize(1);
        String group = text.substring(text.indexOf(file), text.indexOf("\n\n", text.indexOf(file)));
        assertThat(group)
                .contains("  17: unguarded-write\n", "  22: unguarded-write\n", "ArticleAdminController.rename");
        assertThat(group.lines())
                .filteredOn(line -> line.startsWith("    Why: "))
                .hasSize(1);
        assertThat(group.lines())
                .filteredOn(line -> line.startsWith("    Fix: "))
                .hasSize(1);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(160));
    }

    @Test
    void text_ofNothing_isEmpty() {
        Report report = Samples.report(Audit.of(Samples.CORRECTED));
        assertThat(TextReport.text(report)).isEmpty();
        assertThat(report.sentence()).startsWith("Nothing found in 35 files (");
    }

    @Test
    void json_isWhatItsSchemaSays() {
        Samples.write(folder, "src/Broken.java", "class {");
        String answer = Json.write(JsonReport.fields(loop(LOOP)));
        Schema schema = schema("holdfast:/audit.schema.json");
        assertThat(schema.validate(answer, InputFormat.JSON)).isEmpty();
        assertThat(answer).contains("\"file\":\"src/Loop.java\",\"line\":5,", "\"file\":\"src/Broken.java\"");
        assertThat(schema.validate(answer.replace("\"line\":5", "\"line\":0"), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema.validate(answer.replace("unordered-locks", "other"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void sarif_isWhatItsSchemaSays() {
        Samples.write(folder, "src/Broken.java", "class {");
        Schema schema = schema(SARIF);
        for (Report report : List.of(loop(LOOP), Samples.report(Audit.of(Samples.MISTAKEN)))) {
            String text = SarifReport.text(report, "1.0");
            assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
        }
        String text = SarifReport.text(loop(LOOP), "1.0");
        assertThat(schema.validate(text.replace("2.1.0\"", "2.0.0\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema.validate(text.replace("startLine", "line"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    @SuppressWarnings("unchecked")
    void sarif_resultsNameTheRuleThatTheyPointTo() {
        Map<String, Object> log = Json.readObject(SarifReport.text(Samples.report(Audit.of(Samples.MISTAKEN)), "1.0"));
        Map<String, Object> run = (Map<String, Object>) ((List<?>) log.get("runs")).get(0);
        Map<String, Object> tool = (Map<String, Object>) run.get("tool");
        Map<String, Object> driver = (Map<String, Object>) tool.get("driver");
        List<Map<String, Object>> rules = (List<Map<String, Object>>) driver.get("rules");
        List<Map<String, Object>> results = (List<Map<String, Object>>) run.get("results");
        assertThat(results).hasSize(Samples.planted().size());
        assertThat(results).allSatisfy(result -> {
            int index = ((Long) result.get("ruleIndex")).intValue();
            assertThat(rules.get(index).get("id")).isEqualTo(result.get("ruleId"));
        });
    }

    @Test
    void sarif_ofAFileWithStrangeName_hasAUri() {
        Samples.write(folder, "my code/Ä%.java", LOOP);
        String text = SarifReport.text(Samples.report(Audit.of(folder)), "1.0");
        assertThat(text).contains("\"uri\": \"my%20code/%C3%84%25.java\"");
        String outside =
                SarifReport.text(Samples.report(new Audit(folder, "/x/", Set.of(Rule.values()), false)), "1.0");
        assertThat(outside).contains("\"uri\": \"file:///x/my%20code/");
    }

    @Test
    void brokenFile_isToldInALine_andStopsNothing() {
        Samples.write(folder, "src/Broken.java", "class Broken {\n  void x( {\n");
        Samples.write(folder, "conf/app.yml", "a: [1,\n");
        Samples.write(folder, "META-INF/persistence.xml", "<persistence>\n<property");
        Report report = loop(LOOP);
        assertThat(report.findings()).hasSize(1);
        assertThat(report.unread()).containsOnlyKeys("src/Broken.java", "conf/app.yml", "META-INF/persistence.xml");
        assertThat(report.unread().values())
                .allSatisfy(why -> assertThat(why).startsWith("line ").doesNotContain("\n"));
    }

    @Test
    void comment_withAReason_ignores() {
        Report report = loop(LOOP.replace(
                "        locks.",
                "        // holdfast-audit: ignore unordered-locks the caller sorts them\n        locks."));
        assertThat(report.findings()).isEmpty();
        assertThat(report.ignored()).isEqualTo(1);
        assertThat(report.sentence()).contains("besides 1 ignored by comments");
        assertThat(loop(LOOP.replace("name);", "name); // holdfast-audit: ignore unordered-locks sorted"))
                        .findings())
                .isEmpty();
    }

    @Test
    void comment_withoutAReason_orForAnotherRule_ignoresNothing() {
        assertThat(loop(LOOP.replace("name);", "name); // holdfast-audit: ignore unordered-locks"))
                        .findings())
                .hasSize(1);
        assertThat(loop(LOOP.replace("name);", "name); // holdfast-audit: ignore mixed-locking it is so"))
                        .findings())
                .hasSize(1);
    }

    @Test
    void comment_worksInSqlAndSettingsToo() {
        Samples.write(folder, "db/a.sql", """
                -- holdfast-audit: ignore lock-without-timeout cleared every night by hand
                CREATE TABLE page_lock (page_id INT, owner VARCHAR(9));
                """);
        Samples.write(folder, "src/main/resources/application.properties", """
                # holdfast-audit: ignore waiting-for-lock only the nightly job uses it
                spring.jpa.properties.jakarta.persistence.lock.timeout=-1
                """);
        Report report = Samples.report(Audit.of(folder));
        assertThat(report.findings()).isEmpty();
        assertThat(report.ignored()).isEqualTo(2);
    }

    @Test
    void baseline_keepsApartWhatWasThere_alsoWhenItMoves() {
        Baseline baseline = Baseline.read(Baseline.text(loop(LOOP)));
        Report moved = loop("// a line more\n" + LOOP);
        assertThat(baseline.without(moved).findings()).isEmpty();
        assertThat(baseline.without(moved).known()).isEqualTo(1);
        assertThat(baseline.without(moved).sentence()).contains("besides 1 in the baseline");
        assertThat(baseline.gone(moved)).isZero();

        Report second = loop(LOOP.replace(
                "void all", "void each(Set<String> names) { names.forEach(locks::acquire); }\n    void all"));
        assertThat(baseline.without(second).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.place().line()).isEqualTo(3));
        assertThat(baseline.gone(loop("class Loop {}"))).isEqualTo(1);
    }

    @Test
    void baseline_tellsEqualLinesApart() {
        Baseline baseline = Baseline.read(Baseline.text(loop(LOOP)));
        String twice = LOOP + LOOP.replace("class Loop", "class Again");
        assertThat(baseline.without(loop(twice)).findings()).hasSize(1);
    }

    @Test
    void baseline_isTheSameFromAnywhere() {
        Report here = loop(LOOP);
        Report elsewhere = Samples.report(new Audit(folder, "sub/", Set.of(Rule.values()), false));
        assertThat(elsewhere.findings().get(0).place().file()).isEqualTo("sub/src/Loop.java");
        assertThat(Baseline.read(Baseline.text(here)).without(elsewhere).findings())
                .isEmpty();
    }

    @Test
    void baseline_thatIsNone_isRefused() {
        assertThatThrownBy(() -> Baseline.read("no")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Baseline.read("{\"version\":2,\"findings\":[]}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void rule_isExplainedInTheDocument(Rule rule) throws IOException {
        String document = Files.readString(DOCS.resolve("audit.md"));
        int begin = document.indexOf("\n### " + rule.id() + "\n");
        assertThat(begin).isPositive();
        String section = document.substring(begin, document.indexOf("\n##", begin + 1));
        assertThat(section).contains("the mistake", "the fix");
    }
}
