package dev.holdfast.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** The samples of the README, and of pages that are laid out like it. */
public final class Readme {
    static final Path FILE = Path.of("").toAbsolutePath().resolveSibling("README.md");

    private Readme() {}

    /** Returns the first block of a language in the README. */
    public static String block(String language) throws IOException {
        return block(FILE, language);
    }

    /** Returns the first block of a language in a page. */
    static String block(Path page, String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        assertThat(block.find()).as("a block of " + language + " in " + page).isTrue();
        return block.group(1);
    }

    /** Runs the compiled sample in that folder, and checks that it prints the output that the README shows. */
    public static void runSample(Path javaHome, String classPath, Path folder) throws Exception {
        runSample(FILE, javaHome, classPath, folder);
    }

    /** Compiles the sample of a page as shown, runs it, and checks that it prints the output that the page shows. */
    static void requireSample(Path page, Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Sample.java"), block(page, "java"));
        String classes = System.getProperty("java.class.path");
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Werror", "-Xlint:all,-path", "-proc:none", "-cp", classes, source.toString());
        assertThat(errors).isZero();
        runSample(page, Path.of(System.getProperty("java.home")), folder + ":" + classes, folder);
    }

    private static void runSample(Path page, Path javaHome, String classPath, Path folder) throws Exception {
        Path out = folder.resolve("out.txt");
        Path log = folder.resolve("log.txt");
        Process sample = new ProcessBuilder(javaHome.resolve("bin/java").toString(), "-cp", classPath, "Sample")
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(sample.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            sample.destroyForcibly();
        }
        assertThat(masked(Files.readString(out)))
                .as("printed by the sample; on standard error: %s", Files.readString(log))
                .isEqualTo(masked(block(page, "text")));
        assertThat(folder.resolve("locks.db")).exists();
    }

    /** Times and fences differ from run to run; shortly before midnight a time has a date. */
    private static String masked(String text) {
        return text.replaceAll("(\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d", "hh:mm")
                .replaceAll("fence \\d+", "fence N")
                .replaceAll("\\d+ (s|seconds?|min|minutes?) ago", "N s ago");
    }
}
