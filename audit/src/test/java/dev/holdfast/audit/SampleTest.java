package dev.holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.audit.base.Rule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sample application: every planted mistake is found in its line, and nothing else is; nothing in its twin. */
final class SampleTest {
    @Test
    @DisplayName("P15: every planted mistake is found in its line, and nothing else")
    void mistaken_allPlantedMistakesAreFound() {
        assertThat(Samples.found(Audit.of(Samples.MISTAKEN))).isEqualTo(Samples.planted());
    }

    @Test
    void corrected_hasNothing() {
        Report report = Samples.report(Audit.of(Samples.CORRECTED));
        assertThat(report.findings()).isEmpty();
        assertThat(report.files()).isGreaterThan(30);
        assertThat(report.unread()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void rule_alone_findsSeveralVariantsOfItsMistakeAndNoOther(Rule rule) {
        List<String> own = Samples.planted().stream()
                .filter(each -> each.endsWith(" " + rule.id()))
                .toList();
        assertThat(own).hasSizeGreaterThanOrEqualTo(3);
        assertThat(Samples.found(new Audit(Samples.MISTAKEN, "", Set.of(rule), false)))
                .isEqualTo(own);
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void rule_saysWhyAndHowToFixIt(Rule rule) {
        assertThat(rule.id()).matches("[a-z]+(-[a-z]+)+");
        assertThat(rule.why()).endsWith(".");
        assertThat(rule.fix()).endsWith(".").containsAnyOf("Lock", "lock");
        assertThat(Rule.named(rule.id())).isEqualTo(rule);
    }
}
