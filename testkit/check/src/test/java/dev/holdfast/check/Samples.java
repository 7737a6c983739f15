package dev.holdfast.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes with tests of every outcome, for {@link CheckTest} to run in a JVM of their own. */
final class Samples {
    private Samples() {}

    static class Mixed {
        @Test
        void passes() {
            System.out.println("seen in the log");
            assertThat(Extent.all()).isFalse();
        }

        @Test
        void fails() {
            assertThat("this").isEqualTo("that");
        }

        @Test
        void skips() {
            assumeTrue(false, "nothing to test here");
        }

        @LongTest("a thousand times; covered by passes")
        @Test
        void takesLong() {
            throw new AssertionError("It was not left out.");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void smallerThanThree(int number) {
            assertThat(number).isLessThan(3);
        }
    }

    static class BrokenSetUp {
        @BeforeAll
        static void breaks() {
            assertThat(Extent.all()).as("no server").isTrue();
        }

        @Test
        void neverRuns() {
            throw new AssertionError("It ran.");
        }
    }

    static class Dying {
        @Test
        void ends() {
            Runtime.getRuntime().halt(3);
        }
    }

    @LongTest("the whole class")
    static class AllLong {
        @Test
        void takesLong() {
            throw new AssertionError("It was not left out.");
        }
    }

    static class Passing {
        @Test
        void passes() {
            assertThat(Extent.of(1, 1000)).isEqualTo(1);
        }
    }
}
