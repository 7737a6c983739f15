package dev.holdfast.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The start of a container: where the locks are, and mistakes that stop it. */
class HoldfastExtensionTest {
    private static SeContainer start(Class<?>... beans) {
        return SeContainerInitializer.newInstance().addBeanClasses(beans).initialize();
    }

    @AfterEach
    void forget() {
        System.clearProperty("holdfast.store");
    }

    @Test
    void application_hasTheLocksOfTheAddress_untilItEnds() {
        System.setProperty("holdfast.store", "memory:");
        LockManager locks;
        try (SeContainer started = start(Job.class)) {
            LockManager given = started.select(LockManager.class).get();
            assertThat(started.select(Job.class).get().run(given)).isEqualTo("locked");
            assertThat(given.view("job").free()).isTrue();
            locks = given;
            assertThat(started.select(LockManager.class).get()).isSameAs(locks);
        }
    }

    @ApplicationScoped
    static class Job {
        @Locked("job")
        public String run(LockManager locks) {
            return locks.view("job").free() ? "free" : "locked";
        }
    }

    @ApplicationScoped
    static class Dependent {
        @Produces
        LockManager locks() {
            return LockManager.open("memory:");
        }
    }

    @ApplicationScoped
    static class Primitive {
        @Locked("job")
        public int count() {
            return 1;
        }
    }

    @ApplicationScoped
    static class Unseen {
        @Locked("job")
        public Future<String> later() {
            return CompletableFuture.completedFuture("");
        }
    }

    @ApplicationScoped
    static class Published {
        @Locked("job")
        public Flow.Publisher<String> later() {
            return new SubmissionPublisher<>();
        }
    }

    @ApplicationScoped
    static class BadTime {
        @Locked(value = "job", waitFor = "soon")
        public void run() {}
    }

    @ApplicationScoped
    static class BadName {
        @Locked("")
        public void run() {}
    }

    @ApplicationScoped
    static class Hidden {
        @Locked("job")
        @SuppressWarnings("UnusedMethod") // nothing can call it under a lock
        private void run() {}
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        Primitive.class, "Primitive.count: it returns int, so a skipped call has nothing to return."),
                Arguments.of(Unseen.class, "Unseen.later: it returns Future, whose end cannot be seen"),
                Arguments.of(Published.class, "Published.later: it returns Publisher, whose end cannot be seen"),
                Arguments.of(
                        BadTime.class,
                        "The waitFor of @Locked on BadTime.run cannot be read: 'soon' is not a duration."),
                Arguments.of(BadName.class, "BadName.run: it is refused: A resource needs a name"),
                Arguments.of(Hidden.class, "Hidden.run: it is private or final"),
                Arguments.of(Dependent.class, "The LockManager bean has the scope @Dependent"),
                Arguments.of(Job.class, "Set the system property holdfast.store"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistake_stopsTheStart_withASentence(Class<?> mistaken, String sentence) {
        assertThatThrownBy(() -> start(mistaken).close()).hasStackTraceContaining(sentence);
    }
}
