package dev.holdfast.cli.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * The command as it is started after an installation: from jar files, with an archive of loaded classes. Made once per build,
 * since tests start the command hundreds of times, and without an archive that is most of what they do.
 */
final class Installed {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xlog:disable");
    private static final List<String> COMMAND = command(Prepared.folder("installed", Installed::make));

    private Installed() {}

    /** The command line that starts it, without arguments. */
    static List<String> command() {
        return COMMAND;
    }

    private static List<String> command(Path folder) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(OPTIONS);
        command.addAll(
                List.of("-XX:SharedArchiveFile=" + archive(folder), "-cp", classPath(folder), "dev.holdfast.cli.Main"));
        return List.copyOf(command);
    }

    private static Path archive(Path folder) {
        return folder.resolve("classes.jsa");
    }

    private static void make(Path folder) throws IOException {
        makeJars(folder);
        List<String> rehearsal = new ArrayList<>(List.of(JAVA));
        rehearsal.addAll(OPTIONS);
        rehearsal.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + archive(folder),
                "-cp",
                classPath(folder),
                "dev.holdfast.cli.ArchiveTraining"));
        Path said = folder.resolve("rehearsal.txt");
        Process process = new ProcessBuilder(rehearsal)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (process.waitFor() != 0 || !Files.exists(archive(folder))) {
                throw new IllegalStateException("The rehearsal failed: " + Files.readString(said));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException("Not waited for.", e);
        }
    }

    private static List<String> entries() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }

    /** The class path of the tests without what is there for tests alone; folders became jar files, as archives want them. */
    private static String classPath(Path folder) {
        List<String> jars = new ArrayList<>();
        for (String entry : entries()) {
            if (!Files.isDirectory(Path.of(entry))) {
                jars.add(entry);
            } else if (Path.of(entry).endsWith("classes")) {
                jars.add(jar(folder, entry));
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static String jar(Path folder, String entry) {
        return folder.resolve(entries().indexOf(entry) + ".jar").toString();
    }

    private static void makeJars(Path folder) {
        for (String entry : entries()) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && path.endsWith("classes")) {
                int code = ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--create",
                                "--no-compress",
                                "--file",
                                jar(folder, entry),
                                "-C",
                                entry,
                                ".");
                if (code != 0) {
                    throw new IllegalStateException("No jar could be made of " + entry + ".");
                }
            }
        }
    }
}
