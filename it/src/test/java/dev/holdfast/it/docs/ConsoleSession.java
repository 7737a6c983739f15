package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A session with the command in a page, and the same commands at work. */
final class ConsoleSession {
    private static final String SCRIPT = """
            #!/bin/sh
            exec "$JAVA" -XX:TieredStopAtLevel=1 -cp "$CLASSES" %s "$@"
            """.formatted(Main.class.getName());

    private ConsoleSession() {}

    /** Types the commands of the first session of a page of the documentation, and checks that they print what it shows. */
    static void require(String page, Path folder) throws Exception {
        String shown =
                session(Path.of("").toAbsolutePath().getParent().resolve("docs").resolve(page));
        Path project = Files.createDirectories(folder.resolve("book/.git")).getParent();
        Path out = folder.resolve("out.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script(shown))
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment()
                .put(
                        "JAVA",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
        builder.environment().put("CLASSES", System.getProperty("java.class.path"));
        builder.environment().merge("PATH", bin(folder).toString(), (path, bin) -> bin + ":" + path);
        Process shell = builder.start();
        shell.getOutputStream().close();
        try {
            assertThat(shell.waitFor(300, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            shell.destroyForcibly();
        }
        assertThat(masked(Files.readString(out))).isEqualTo(masked(shown));
    }

    private static String session(Path page) throws IOException {
        Matcher block = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        assertThat(block.find()).as("a session in " + page).isTrue();
        return block.group(1);
    }

    /** Each command as the page shows it, after a line that prints it. */
    private static String script(String shown) {
        StringBuilder script = new StringBuilder();
        shown.lines()
                .filter(line -> line.startsWith("$ "))
                .forEach(line -> script.append("printf '%s\\n' '")
                        .append(line.replace("'", "'\\''"))
                        .append("'\n")
                        .append(line.substring(2))
                        .append('\n'));
        assertThat(script.toString()).contains("holdfast acquire");
        return script.toString();
    }

    private static Path bin(Path folder) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path command = Files.writeString(bin.resolve("holdfast"), SCRIPT);
        assertThat(command.toFile().setExecutable(true)).isTrue();
        return bin;
    }

    /** Folder, receipts, fences and times differ from run to run. */
    private static String masked(String text) {
        return text.replaceAll("(?m)^Project .*", "Project P")
                .replaceAll("(?m)^[A-Za-z0-9_-]{30,}$", "R")
                .replaceAll("fence \\d+", "fence N")
                .replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("\\d+ (s|seconds?|min|minutes?) ago", "N s ago");
    }
}
