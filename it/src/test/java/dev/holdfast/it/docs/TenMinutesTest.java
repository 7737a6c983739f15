package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide for an existing Spring application, played from its first line to its last in a folder of its own. */
@LongTest("builds and starts an application by Maven; the tests of spring show each of its steps in every check")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TenMinutesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)(?: (\\S+))?\n(.*?)```", Pattern.DOTALL);
    /** Everything that an application started here must not outlive. */
    private static final String BEGIN = "set -e; trap 'kill $! 2>/dev/null' EXIT\n";

    @TempDir
    Path folder;

    @Test
    @DisplayName("P20: the guide does what it shows")
    void guide_doesWhatItShows() throws Exception {
        String guide = Files.readString(ROOT.resolve("docs/spring-in-ten-minutes.md"));
        StringBuilder script = new StringBuilder(BEGIN);
        StringBuilder shown = new StringBuilder();
        Matcher block = BLOCK.matcher(guide);
        int files = 0;
        while (block.find()) {
            if (block.group(1).equals("console")) {
                shown.append(block.group(3));
                script.append(played(block.group(3)));
            } else {
                script.append(written(block.group(2), block.group(3), files++));
            }
        }
        assertThat(files).isEqualTo(3);
        assertThat(masked(run(script.toString()))).isEqualTo(masked(shown.toString()));
        assertThat(folder.resolve("notes/locks.db")).exists();
    }

    /** Each command as it is shown, behind a line that shows it. */
    private static String played(String console) {
        StringBuilder script = new StringBuilder();
        console.lines()
                .filter(line -> line.startsWith("$ "))
                .forEach(line -> script.append("printf '%s\\n' '")
                        .append(line.replace("'", "'\\''"))
                        .append("'\n")
                        .append(line.substring(2))
                        .append('\n'));
        return script.toString();
    }

    /** What a reader does in an editor. */
    private String written(String name, String content, int number) throws IOException {
        Path part = Files.writeString(folder.resolve("part-" + number), content);
        return switch (name) {
            case "pom.xml" -> "sed -i '/<dependencies>/r " + part + "' pom.xml\n";
            case "src/main/resources/application.properties" -> "cat '" + part + "' >> " + name + "\n";
            default -> "cat '" + part + "' > " + name + "\n";
        };
    }

    private String run(String script) throws Exception {
        int port = Ports.free();
        Path out = folder.resolve("out.txt");
        Files.createSymbolicLink(folder.resolve("holdfast"), ROOT);
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path mvn = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\nexec '" + ROOT.resolve("mvnw") + "' \"$@\"\n");
        assertThat(mvn.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script.replace("localhost:8080", "localhost:" + port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().put("SERVER_ADDRESS", "127.0.0.1");
        builder.environment().put("TZ", "UTC");
        // Nobody's own repository is changed, and no build of these sources that goes on meanwhile.
        builder.environment()
                .put(
                        "MAVEN_ARGS",
                        "-Dmaven.repo.local=" + folder.resolve("repository") + " -Dmaven.repo.local.tail="
                                + Path.of(System.getProperty("user.home"), ".m2", "repository")
                                + " -Dholdfast.build=target/guide");
        Process shell = builder.start();
        shell.getOutputStream().close();
        try {
            assertThat(shell.waitFor(500, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        return Files.readString(out).replace("localhost:" + port, "localhost:8080");
    }

    private static String masked(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[^\"]+Z", "T")
                .replaceAll("\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("\\d+ seconds? ago", "N s ago");
    }
}
