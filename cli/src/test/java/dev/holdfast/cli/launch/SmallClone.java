package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.process.Holdfast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A clone in which the launcher is real, and Maven a script that takes a jar already built and notes that it was called. Its
 * hold on the real build is only what the launcher knows of it: the folders of the sources, and where the jar is made.
 */
record SmallClone(Path folder) {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final List<String> SOURCES =
            List.of("core", "stores/file", "stores/memory", "stores/sql", "cli", "cli/extras", "cli/audit", "examples");

    static SmallClone in(Path folder, Path jar) throws IOException {
        SmallClone clone = new SmallClone(folder);
        for (String module : SOURCES) {
            Path sources = folder.resolve(module).resolve("src/main/java");
            Files.createDirectories(sources);
            Files.writeString(sources.resolve("Source.java"), "");
            Files.writeString(folder.resolve(module).resolve("pom.xml"), "");
        }
        Files.writeString(folder.resolve("pom.xml"), "");
        clone.copy("holdfast");
        clone.copy("install.sh");
        clone.builds("cp '" + jar + "' cli/target/fast/holdfast.jar");
        return clone;
    }

    /** Lets calls do without an archive of loaded classes, as after a failed attempt: to make one takes longer than to start. */
    SmallClone withoutArchive() throws IOException {
        Path release = Path.of(System.getProperty("java.home"), "release");
        Matcher version =
                Pattern.compile("(?m)^JAVA_RUNTIME_VERSION=\"([^\"]*)\"").matcher(Files.readString(release));
        assertThat(version.find()).isTrue();
        Files.createDirectories(target());
        for (String kind : List.of("jsa", "aot")) {
            Path mark = target().resolve("holdfast-" + version.group(1) + "." + kind + ".failed");
            Files.createFile(mark);
            // later than any jar that the test will build
            Files.setLastModifiedTime(mark, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
        }
        return this;
    }

    /** Takes back that attempts failed. */
    void forgetArchives() throws IOException {
        try (DirectoryStream<Path> marks = Files.newDirectoryStream(target(), "*.failed")) {
            for (Path mark : marks) {
                Files.delete(mark);
            }
        }
    }

    private void copy(String script) throws IOException {
        Path copied = Files.copy(ROOT.resolve(script), folder.resolve(script));
        Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Lets Maven be this script from now on. */
    void builds(String script) throws IOException {
        Path maven = folder.resolve("mvnw");
        Files.writeString(maven, """
                #!/bin/sh
                echo "$JAVA_HOME" >>calls
                echo '[INFO] Building Holdfast core 0.1.0-SNAPSHOT          [2/8]'
                : >cli/target/fast/holdfast-extras.jar
                : >cli/target/fast/holdfast-audit.jar
                : >cli/target/fast/holdfast-demo.jar
                """ + script + "\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** How often Maven was called. */
    int builds() {
        Path calls = folder.resolve("calls");
        try {
            return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path launcher() {
        return folder.resolve("holdfast");
    }

    Path target() {
        return folder.resolve("cli/target/fast");
    }

    Holdfast.Running start(Holdfast at, String... arguments) throws IOException {
        return start(launcher(), at, arguments);
    }

    /** Calls it by that name. */
    static Holdfast.Running start(Path launcher, Holdfast at, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(launcher.toString()));
        line.addAll(List.of(arguments));
        return at.start(line);
    }

    Holdfast.Done run(Holdfast at, String... arguments) throws IOException {
        return start(at, arguments).done();
    }
}
