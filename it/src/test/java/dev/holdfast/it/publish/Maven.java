package dev.holdfast.it.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run of Maven that must succeed. */
final class Maven {
    private Maven() {}

    static void run(Path folder, Path log, String... arguments) throws Exception {
        run(Path.of(System.getProperty("java.home")), folder, log, arguments);
    }

    /** Runs it on a JDK, with which it also compiles. */
    static void run(Path javaHome, Path folder, Path log, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Pom.ROOT.resolve("mvnw").toString(), "-B", "-q", "-ntp"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        Process maven = builder.start();
        maven.getOutputStream().close();
        try {
            assertThat(maven.waitFor(530, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            maven.descendants().forEach(ProcessHandle::destroyForcibly);
            maven.destroyForcibly();
        }
        assertThat(maven.exitValue())
                .as(() -> "exit code; printed: " + text(log))
                .isZero();
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
