package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The lines that {@code holdfast demo} suggests at its end, typed in the folder of the demo as they were printed. */
final class TypedHints {
    /** Begins the explanation of a line. */
    private static final String GAP = "   ";

    private final Path folder;
    private final List<String> left = new ArrayList<>();

    private TypedHints(Path folder, List<String> lines) {
        this.folder = folder;
        for (String line : lines) {
            String typed = line.strip();
            if (!typed.isEmpty() && !typed.contains("…")) { // such a line names an address of the reader's own
                left.add(typed.contains(GAP) ? typed.substring(0, typed.indexOf(GAP)) : typed);
            }
        }
    }

    /** Returns those at the end of what the demo printed. */
    static TypedHints of(String said) {
        List<String> lines =
                said.substring(said.indexOf("To go on: cd ")).lines().toList();
        return new TypedHints(
                Path.of(lines.get(0).substring("To go on: cd ".length())), lines.subList(1, lines.size()));
    }

    /** A line that was typed and goes on. */
    record Typed(Process process, Path file) implements AutoCloseable {
        String said() throws IOException {
            return Files.readString(file);
        }

        int code() throws InterruptedException {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        }

        @Override
        public void close() {
            List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
            all.add(process.toHandle());
            all.forEach(ProcessHandle::destroy);
            all.forEach(one -> one.onExit().join());
        }
    }

    Path folder() {
        return folder;
    }

    /** Types the line that begins so, and returns what it does. Its input ends immediately. */
    Typed start(String beginning) throws IOException {
        String line = left.stream()
                .filter(one -> one.startsWith(beginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No line begins with " + beginning + ": " + left));
        left.remove(line);
        return again(line);
    }

    /** Types any line. */
    Typed again(String line) throws IOException {
        Path out = Files.createTempFile("typed", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("HOLDFAST_OWNER", "Reader");
        Process process = builder.start();
        process.getOutputStream().close();
        return new Typed(process, out);
    }

    /** Types the line that begins so, and returns what it printed when it has ended with that code. */
    String type(String beginning, int code) throws IOException, InterruptedException {
        try (Typed typed = start(beginning)) {
            assertThat(typed.code()).as(typed.said()).isEqualTo(code);
            return typed.said();
        }
    }

    /** Fails if a line was not typed. */
    void assertAllTyped() {
        assertThat(left).isEmpty();
    }
}
