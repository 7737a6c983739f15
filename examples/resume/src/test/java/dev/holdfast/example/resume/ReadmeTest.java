package dev.holdfast.example.resume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.example.resume.lock.ResumeLock;
import dev.holdfast.example.resume.lock.ResumeLockManager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
@Timeout(300)
class ReadmeTest {
    private static final Path SAMPLE = Path.of("src/test/java/dev/holdfast/example/resume/ReadmeSample.java");

    @TempDir
    Path folder;

    private static List<String> block(String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("README.md")));
        assertThat(block.find()).isTrue();
        return block.group(1).lines().toList();
    }

    @Test
    void code_isTheSampleThatRuns() throws Exception {
        List<String> lines = Files.readAllLines(SAMPLE);
        List<String> sample =
                lines.subList(lines.indexOf("        // README begins") + 1, lines.indexOf("        // README ends"));
        assertThat(block("java"))
                .isEqualTo(sample.stream().map(line -> line.substring(8)).toList());

        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, UTF_8);
        ReadmeSample.run(folder, err);
        assertThat(said.toString(UTF_8)).as("when nobody has it").isEmpty();
        try (ResumeLockManager locks = new ResumeLockManager(folder);
                ResumeLock lock = locks.acquireLock("mapreduce-123")) {
            ReadmeSample.run(folder, err);
            assertThat(said.toString(UTF_8))
                    .contains("already in progress", lock.data().who());
        }
    }

    @Test
    void transcript_isWhatTheToolSays() throws Exception {
        Path said = Files.createFile(folder.resolve("said.txt"));
        StringBuilder script = new StringBuilder("set -m\n");
        int begun = 0;
        for (String line : block("text")) {
            if (line.startsWith("$ ")) {
                script.append(line.substring(2)).append('\n');
            }
            if (line.endsWith(" &")) { // on to the next command as soon as this one is at work
                begun++;
                script.append(
                        "until [ $(grep -c '^Began\\|^Resumed' said.txt) -ge " + begun + " ]; do sleep 0.05; done\n");
            }
        }
        Path tool = Files.writeString(folder.resolve("resume-tool"), "#!/bin/sh\nexec " + Tool.command() + " \"$@\"\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", script + "wait");
        bash.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
        Process process = bash.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
                .start();
        try {
            assertThat(process.waitFor(Tool.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        Stream<String> shown = block("text").stream().filter(line -> !line.startsWith("$ "));
        // The shell's own words are left out; who of two processes speaks first is left open.
        Stream<String> happened =
                Files.readAllLines(said).stream().filter(line -> !line.matches("\\[1].*|.* Killed .*"));
        assertThat(masked(happened)).containsExactlyInAnyOrderElementsOf(masked(shown));
    }

    private static List<String> masked(Stream<String> lines) {
        return lines.map(line -> line.replaceAll("PID \\d+ on \\S+ \\(acquired [0-9-]{10} [0-9:]{8} UTC\\)", "WHO")
                        .replaceAll("\\S+@\\S+", "NAME")
                        .replaceAll("PID \\d+", "PID")
                        .replaceAll("\\d+(/| of )200", "N$1200"))
                .toList();
    }
}
