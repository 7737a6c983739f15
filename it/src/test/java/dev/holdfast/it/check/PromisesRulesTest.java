package dev.holdfast.it.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules about long tests find planted cases. */
class PromisesRulesTest {
    private static final TestClasses PLANTED = TestClasses.of(new ClassFileImporter()
            .importPackages(PromisesRulesTest.class.getPackageName() + ".fixture").stream()
                    .toList());

    private static List<String> notShown(String column) {
        String page = "| promise | shown by |\n|---|---|\n| **It holds.** Always. | " + column + " |\n";
        return Promises.notShown(Promise.in(page), PLANTED);
    }

    @Test
    void promise_withAQuickTest_passes() {
        assertThat(notShown("`QuickSample`, `SampleContract`")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "several tests, No test is named",
        "`MissingTest`, MissingTest does not exist",
        "`LongSample`, LongSample has only long tests",
        "`LongBySuperclass`, LongBySuperclass has only long tests",
        "`LongContract`, LongContract has only long tests"
    })
    void promise_withoutAQuickTest_isReported(String column, String begin) {
        assertThat(notShown(column))
                .singleElement()
                .asString()
                .startsWith(begin)
                .endsWith("**It holds.** Always.");
    }

    @Test
    void requirement_citedByLongTestsAlone_isReported() {
        Set<String> wanted = Set.of("B1", "C16", "P1", "P2", "P3", "P4", "R1", "R2", "R3", "V1");
        assertThat(Promises.notCited(wanted, PLANTED)).containsExactly("P4", "R1", "R2", "R3", "V1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "M7, M12, R4: killed holders|M12 M7 R4",
                "P1–P4: a range|P1 P2 P3 P4",
                "C16.1: a part|C16",
                "C4: 429; C1: 409|C1 C4",
                "B3: adds, B8: removes|B3 B8",
                "of two R4 in the text|''",
                "ABC4: no letter of ours|''"
            })
    void citation_isRead(String displayName, String ids) {
        assertThat(String.join(" ", Requirements.cited(displayName))).isEqualTo(ids);
    }

    @Test
    void longTest_withoutReason_isReported() {
        assertThat(Promises.withoutReason(PLANTED))
                .map(name -> name.replaceAll(".*\\.(\\w+)\\(.*", "$1"))
                .containsExactly("blank", "oneOfTwoTags", "tagAlone");
    }
}
