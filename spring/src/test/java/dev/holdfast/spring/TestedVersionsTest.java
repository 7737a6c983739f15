package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.hibernate.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootVersion;

/** A version of a library that the tests do not run with is a warning in the log. */
@ResourceLock("log")
class TestedVersionsTest {
    private static List<String> warnings(Runnable work) {
        Logger log = (Logger) LoggerFactory.getLogger(TestedVersions.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        log.addAppender(written);
        try {
            work.run();
        } finally {
            log.detachAppender(written);
        }
        return written.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4.13", "3.50.0", "4.0.2", "4.2.0-M1", "5.1.0"})
    void otherSpringBoot_isAWarning(String version) {
        assertThat(warnings(() -> TestedVersions.springBoot(version)))
                .containsExactly(
                        "The locks were tested with Spring Boot 3.5 and 4.1, not with " + version
                                + ". Test that your entities and methods are refused without their locks before you rely on it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.5.3.Final", "7.0.0.Final", "7.5.0.CR1"})
    void otherHibernate_isAWarning(String version) {
        assertThat(warnings(() -> TestedVersions.hibernate(version)))
                .singleElement()
                .asString()
                .startsWith("The locks were tested with Hibernate 6.6 and 7.4, not with " + version + ". ");
    }

    @Test
    void versionsOfThisTest_areNone() {
        assertThat(warnings(() -> {
                    TestedVersions.springBoot(SpringBootVersion.getVersion());
                    TestedVersions.hibernate(Version.getVersionString());
                    TestedVersions.springBoot(null);
                }))
                .isEmpty();
    }
}
