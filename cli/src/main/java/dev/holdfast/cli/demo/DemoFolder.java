package dev.holdfast.cli.demo;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.terminal.ShutdownTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The folder in which an example is played. Next to the example's files it has the program {@code holdfast}, which starts the
 * program that created it, and the program of the example: one if it is a {@link BuiltExample}, else {@code resume-tool} and
 * {@code play-by-post}.
 */
public final class DemoFolder {
    /** The time that an example has to end by itself. */
    private static final Duration ENDING = Duration.ofSeconds(5);

    private static final Duration FAREWELL = ENDING.plusSeconds(5);
    private static final String COMMAND = "dev.holdfast.cli.Main";
    private static final String RESUME_TOOL = "dev.holdfast.example.resume.ResumeTool";
    private static final String PLAY_BY_POST = "dev.holdfast.example.play.PlayMain";

    private final Path folder;

    private DemoFolder(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the example into a folder that must not be there yet. */
    public static DemoFolder of(Demo demo, Path folder) throws IOException {
        String application = demo.main() == null ? null : BuiltExample.classPath(demo.name());
        URL source = application == null
                ? CommandJar.DEMO.resource("demo/" + demo.name(), "examples")
                : Path.of(application.split(File.pathSeparator, 2)[0], "demo", demo.name())
                        .toUri()
                        .toURL();
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    folder + " exists already: remove it, or name another folder with --in FOLDER.");
        }
        DemoFolder stage = new DemoFolder(folder);
        stage.unpack(source);
        stage.program("holdfast", COMMAND, classPath());
        if (application != null && demo.main() != null) {
            stage.program(demo.name(), demo.main(), application);
        } else {
            stage.program("resume-tool", RESUME_TOOL, classPath(CommandJar.EXTRAS, CommandJar.DEMO));
            stage.program("play-by-post", PLAY_BY_POST, classPath(CommandJar.EXTRAS, CommandJar.DEMO));
        }
        // A project of its own, wherever it is played.
        Files.createDirectories(folder.resolve(".locks"));
        return stage;
    }

    public Path folder() {
        return folder;
    }

    /**
     * Plays the example at this terminal and returns its exit code. All that it started ends with this process.
     *
     * @param port where an example with pages listens
     * @param afterwards is done when the example has ended, also if a signal ends this process with it
     */
    public int play(int port, Runnable afterwards) throws IOException, InterruptedException {
        ProcessBuilder play =
                new ProcessBuilder("sh", "./play.sh").directory(folder.toFile()).inheritIO();
        play.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        play.environment().put("HOLDFAST", folder.resolve("holdfast").toString());
        play.environment().put("RESUME_TOOL", folder.resolve("resume-tool").toString());
        play.environment().put("PLAY_BY_POST", folder.resolve("play-by-post").toString());
        play.environment().put("PLAY_PORT", Integer.toString(port));
        play.environment().put("EXAMPLE_PORT", Integer.toString(port));
        Process process = play.start();
        CountDownLatch done = new CountDownLatch(1);
        ShutdownTask.add("holdfast-demo-end", FAREWELL, () -> end(process, done));
        int code = process.waitFor();
        afterwards.run();
        done.countDown();
        return code;
    }

    private static void end(Process process, CountDownLatch done) {
        process.destroy();
        try {
            if (!process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what can be tried afterwards, at that port. */
    public List<String> next(int port) throws IOException {
        return Files.readAllLines(folder.resolve("next.txt")).stream()
                .map(line -> line.replace("{port}", Integer.toString(port)))
                .toList();
    }

    /** Returns the class path of this process, and the jars beside it that exist. */
    private static String classPath(CommandJar... jars) {
        StringBuilder all = new StringBuilder(System.getProperty("java.class.path"));
        for (CommandJar jar : jars) {
            if (jar.path() != null) {
                all.append(File.pathSeparator).append(jar.path());
            }
        }
        return all.toString();
    }

    private void unpack(URL source) throws IOException {
        try {
            URI place = source.toURI();
            if (!"jar".equals(place.getScheme())) {
                copy(Path.of(place));
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                copy(jar.provider().getPath(place));
            }
        } catch (URISyntaxException e) {
            throw new IOException("not a place: " + source, e);
        }
    }

    private void copy(Path source) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(source)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = folder.resolve(source.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            String name = target.getFileName().toString();
            if (name.endsWith(".sh") || name.equals("board")) {
                allow(target);
            }
        }
    }

    private void program(String name, String main, String classPath) throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        Path script = Files.writeString(
                folder.resolve(name),
                "#!/bin/sh\nexec " + ShellQuote.quoted(java) + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + drivers()
                        + "-cp " + ShellQuote.quoted(classPath) + " " + main + " \"$@\"\n");
        allow(script);
    }

    /** Returns the JVM options that drivers with native code need. */
    private static String drivers() {
        return Runtime.version().feature() < 24
                ? ""
                : "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ";
    }

    private static void allow(Path script) throws IOException {
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
    }
}
