package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.Extent;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What patterns match, against a simple reference, and how long they take at most. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GlobTest {
    private static final int MAX_NAME = 512;

    @Test
    void randomPatterns_matchWhatTheReferenceMatches() {
        Random random = new Random(19);
        int matched = 0;
        for (int i = 0; i < Extent.of(100_000, 5_000_000); i++) {
            String pattern = text(random, "a-/**?", 8);
            String name = text(random, "aa-/", 8);
            boolean expected = reference(pattern, name);
            assertThat(Glob.matches(pattern, name))
                    .as("'%s' matches '%s'", pattern, name)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*-*-*-*-*.md", "**-**-**-**-**.md", "*a*a*a*a*a*a*a*ab", "**/*a**/*a**/*a**b", "?*?*?*?*?*x"})
    void hostilePattern_takesNoMoreStepsThanItsLengthTimesTheNames(String pattern) {
        for (String unit : new String[] {"-", "a", "a-", "a/", "-a/-"}) {
            String name = unit.repeat(MAX_NAME / unit.length());
            assertLinear(pattern, name);
        }
    }

    @Test
    void longPatternsAndNames_takeNoMoreStepsThanTheirProduct() {
        assertLinear("*a".repeat(256) + "b", "a".repeat(MAX_NAME));
        assertLinear("**a".repeat(170) + "b", "a".repeat(MAX_NAME));
        assertLinear("*?".repeat(256), "a".repeat(MAX_NAME));
    }

    private static void assertLinear(String pattern, String name) {
        GlobRun run = Glob.resources(pattern).run(name);
        assertThat(run.steps()).isLessThanOrEqualTo(2L * pattern.length() * (name.length() + 1));
        assertThat(Glob.matches(pattern, name)).isEqualTo(run.matched());
    }

    @Test
    void questionMark_isOneCharacterAlsoOutsideOfTheFirstPlane() {
        assertThat(Glob.matches("a?c", "a\uD83D\uDE00c")).isTrue();
        assertThat(Glob.matches("a??c", "a\uD83D\uDE00c")).isFalse();
        assertThat(Glob.matches("*\uD83D\uDE00", "x\uD83D\uDE00")).isTrue();
        assertThat(Glob.matches("*\uD83D\uDE01", "x\uD83D\uDE00")).isFalse();
    }

    private static String text(Random random, String alphabet, int longest) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(longest + 1); left > 0; left--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** The definition, word by word; takes exponential time. */
    private static boolean reference(String pattern, String name) {
        if (pattern.isEmpty()) {
            return name.isEmpty();
        }
        if (pattern.startsWith("**")) {
            return reference(pattern.substring(2), name) || (!name.isEmpty() && reference(pattern, name.substring(1)));
        }
        if (pattern.startsWith("*")) {
            return reference(pattern.substring(1), name)
                    || (!name.isEmpty() && name.charAt(0) != '/' && referenceStar(pattern, name.substring(1)));
        }
        if (name.isEmpty()) {
            return false;
        }
        boolean fits = pattern.charAt(0) == '?' ? name.charAt(0) != '/' : pattern.charAt(0) == name.charAt(0);
        return fits && reference(pattern.substring(1), name.substring(1));
    }

    /** A star that has taken something; it must not be read as two together with the star behind it. */
    private static boolean referenceStar(String pattern, String name) {
        return reference(pattern.substring(1), name)
                || (!name.isEmpty() && name.charAt(0) != '/' && referenceStar(pattern, name.substring(1)));
    }
}
