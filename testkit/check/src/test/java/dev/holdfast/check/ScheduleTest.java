package dev.holdfast.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which classes are run. */
class ScheduleTest {
    private final Times times = new Times();
    private final Suite large = suite("large", 2, "Short", "Longest", "Long");
    private final Suite small = suite("small", 1, "Only");

    private static Suite suite(String module, int forks, String... classes) {
        return new Suite(module, Path.of(""), Path.of(""), forks, List.of(), "", List.of(classes));
    }

    @BeforeEach
    void remember() {
        times.put("large", "Short", 1);
        times.put("large", "Longest", 100);
        times.put("large", "Long", 50);
        times.put("small", "Only", 60);
    }

    @Test
    void next_isTheLongestOfTheModule() {
        Schedule schedule = new Schedule(List.of(small, large), times);
        assertThat(schedule.next(large)).isEqualTo("Longest");
        assertThat(schedule.next(large)).isEqualTo("Long");
        assertThat(schedule.next(large)).isEqualTo("Short");
        assertThat(schedule.next(large)).isNull();
    }

    @Test
    void join_isTheModuleWithMostLeftForEachJvm() {
        Schedule schedule = new Schedule(List.of(small, large), times);
        assertThat(schedule.join()).isEqualTo(large);
        assertThat(schedule.join()).as("75 s each are more than 60").isEqualTo(large);
        assertThat(schedule.join()).as("two JVMs at the most").isEqualTo(small);
        assertThat(schedule.join()).isNull();
    }

    @Test
    void leave_letsAnotherIn() {
        Schedule schedule = new Schedule(List.of(small), times);
        Suite joined = Objects.requireNonNull(schedule.join());
        assertThat(schedule.join()).isNull();
        schedule.leave(joined);
        assertThat(schedule.join()).isEqualTo(small);
    }

    @Test
    void join_nothingLeft_isNone() {
        Schedule schedule = new Schedule(List.of(small), times);
        assertThat(schedule.next(small)).isEqualTo("Only");
        assertThat(schedule.join()).isNull();
    }
}
