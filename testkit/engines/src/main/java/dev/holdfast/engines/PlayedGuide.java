package dev.holdfast.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A guide that is played from its first line to its last in a folder of its own. Blocks of {@code console} are commands with what
 * they print; other blocks with a name are files that a reader writes.
 *
 * @param folder the folder beside which the clone of Holdfast is
 * @param maven a shell script that stands for {@code mvn}
 * @param root the clone, or what stands for it
 */
public record PlayedGuide(Path folder, String maven, Path root) {
    private static final Path CLONE = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)(?: (\\S+))?\n(.*?)```", Pattern.DOTALL);
    /** Everything that an application started here must not outlive. */
    private static final String BEGIN = "set -e; trap 'kill $! 2>/dev/null' EXIT\n";

    /** Returns a guide for a reader with Maven and a clone. */
    public static PlayedGuide withMaven(Path folder) {
        return new PlayedGuide(folder, "exec '" + CLONE.resolve("mvnw") + "' \"$@\"", CLONE);
    }

    /** Plays a guide, compares what it prints with what it shows, and returns the number of files in it. */
    public int play(String name) throws Exception {
        String guide = Files.readString(CLONE.resolve("docs").resolve(name));
        StringBuilder script = new StringBuilder(BEGIN);
        StringBuilder shown = new StringBuilder();
        Matcher block = BLOCK.matcher(guide);
        int files = 0;
        while (block.find()) {
            if (block.group(1).equals("console")) {
                shown.append(block.group(3));
                script.append(played(block.group(3)));
            } else if (block.group(2) != null) {
                script.append(written(block.group(1), block.group(2), block.group(3), files++));
            }
        }
        assertThat(masked(run(script.toString()))).isEqualTo(masked(shown.toString()));
        return files;
    }

    /** Returns each command as it is shown, behind a line that shows it. */
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

    /** Returns the commands for a reader in an editor. A part of a POM goes to the dependencies, and properties to the end. */
    private String written(String language, String name, String content, int number) throws IOException {
        Path part = Files.writeString(folder.resolve("part-" + number), content);
        if (language.equals("xml") && !content.startsWith("<project")) {
            return "sed -i '/<dependencies>/r " + part + "' " + name + "\n";
        }
        return "cat '" + part + (language.equals("properties") ? "' >> " : "' > ") + name + "\n";
    }

    private String run(String script) throws Exception {
        int port = Ports.free();
        Path out = folder.resolve("out.txt");
        Files.createSymbolicLink(folder.resolve("holdfast"), root);
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path mvn = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\n" + maven + "\n");
        assertThat(mvn.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script.replace("localhost:8080", "localhost:" + port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().put("SERVER_ADDRESS", "127.0.0.1");
        builder.environment().put("TZ", "UTC");
        // The repository of the user stays as it is, and so does a build of these sources that goes on meanwhile.
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
