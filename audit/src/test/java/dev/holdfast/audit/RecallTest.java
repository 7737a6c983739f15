package dev.holdfast.audit;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.audit.base.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The planted mistakes of the corpus are found, and its innocent look-alikes are not reported. */
final class RecallTest {
    @Test
    void corpus_hasEnoughOfEveryRuleAndStyle() {
        List<Path> planted = Corpus.cases(Corpus.PLANTED);
        assertThat(planted)
                .hasSizeGreaterThanOrEqualTo(60)
                .allSatisfy(folder -> assertThat(Samples.planted(folder)).hasSize(1));
        assertThat(planted.stream()
                        .map(folder -> Samples.planted(folder).get(0).replaceFirst(".* ", ""))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Rule.ids());
        assertThat(planted.stream().collect(groupingBy(Corpus::style)))
                .containsOnlyKeys("jdbc", "jpa", "data", "mybatis", "jooq", "quarkus", "jakarta")
                .allSatisfy((style, cases) -> assertThat(cases).hasSizeGreaterThanOrEqualTo(8));
        assertThat(planted.stream().map(Corpus::number)).doesNotHaveDuplicates();
        assertThat(Corpus.cases(Corpus.INNOCENT)).hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void mistake_thatWasFoundBefore_isFound() {
        assertThat(Corpus.missed().stream().map(folder -> folder.getFileName().toString()))
                .as("planted mistakes that are not found; %s has the accepted ones", Corpus.MISSED)
                .isEqualTo(Corpus.knownMisses());
    }

    @Test
    @DisplayName("P15: at least nine of ten planted mistakes are found in their line")
    void recall_isAtLeastNineOfTen() {
        int planted = Corpus.cases(Corpus.PLANTED).size();
        assertThat(Corpus.missed().size() * 10).isLessThanOrEqualTo(planted);
    }

    @ParameterizedTest
    @MethodSource("planted")
    void plantedCase_hasNoOtherFinding(Path folder) {
        assertThat(Samples.planted(folder)).containsAll(Samples.found(Audit.of(folder)));
    }

    @ParameterizedTest
    @MethodSource("innocent")
    void innocentCase_hasNoFinding(Path folder) {
        Report report = Samples.report(Audit.of(folder));
        assertThat(report.findings()).isEmpty();
        assertThat(report.files()).isPositive();
        assertThat(report.unread()).isEmpty();
    }

    static List<Path> planted() {
        return Corpus.cases(Corpus.PLANTED);
    }

    static List<Path> innocent() {
        return Corpus.cases(Corpus.INNOCENT);
    }
}
