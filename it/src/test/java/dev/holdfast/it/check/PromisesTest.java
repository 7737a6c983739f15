package dev.holdfast.it.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No promise and no requirement is left to the tests that only {@code ./check --all} runs. */
class PromisesTest {
    // A rule over nothing always passes, so what is looked at is counted first.
    private static final int CLASSES = 400;
    private static final int CASES = 3_000;
    private static final int PROMISES = 15;
    private static final int REQUIREMENTS = 84;

    private static TestClasses tests;

    @BeforeAll
    static void read() throws IOException {
        tests = TestClasses.ofAllModules();
        assertThat(tests.types()).as("classes looked at").hasSizeGreaterThanOrEqualTo(CLASSES);
        assertThat(tests.cases()).as("tests looked at").hasSizeGreaterThanOrEqualTo(CASES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/guarantees.md", "docs/security.md"})
    void everyPromise_isShownByATestOfEveryCheck(String document) throws IOException {
        List<Promise> promises = Promise.in(Files.readString(TestClasses.ROOT.resolve(document)));
        assertThat(promises).hasSizeGreaterThanOrEqualTo(PROMISES);
        assertThat(Promises.notShown(promises, tests)).isEmpty();
    }

    @Test
    void everyRequirement_isCitedByATestOfEveryCheck() {
        assertThat(Requirements.all()).hasSize(REQUIREMENTS);
        assertThat(Promises.notCited(Requirements.all(), tests)).isEmpty();
    }

    @Test
    void everyLongTest_namesItsReason() {
        assertThat(Promises.withoutReason(tests)).isEmpty();
    }
}
