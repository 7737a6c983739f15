package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that has nothing but the starter: no web, no JDBC, no JPA, no transactions, no Actuator, no Micrometer. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BareApplicationTest {
    private static final Pattern OPTIONAL = Pattern.compile(
            "spring-(web|webmvc|jdbc|tx|session|security|orm|data)|(?<!holdfast-)spring-boot-(?![34]|autoconfigure)|tomcat|jakarta\\.servlet|micrometer|"
                    + "context-propagation|hibernate|jakarta\\.persistence|jackson|junit|assertj|playwright");

    /** What runs apart. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Bare {
        public static void main(String[] arguments) {
            try (ConfigurableApplicationContext app = SpringApplication.run(Bare.class, arguments)) {
                CurrentOwner.runAs(
                        Owner.of("job"), () -> app.getBean(CurrentLocks.class).acquire("policy/1"));
                boolean free = app.getBean(LockManager.class).view("policy/1").free();
                System.exit(free ? 4 : 3);
            }
        }
    }

    @TempDir
    private Path folder;

    @Test
    void starterAlone_hasLocks() throws Exception {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String few = Stream.of(all.split(File.pathSeparator, -1))
                .filter(entry -> !OPTIONAL.matcher(Path.of(entry).getFileName().toString())
                        .find())
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        few,
                        Bare.class.getName(),
                        "--holdfast.store=sqlite:" + folder.resolve("locks.db")))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(3);
    }
}
