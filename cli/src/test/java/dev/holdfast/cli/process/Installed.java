package dev.holdfast.cli.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * The command as it is started after an installation: from jar files, with an archive of loaded classes. Made once for all tests
 * of a JVM, since they start the command hundreds of times, and without an archive that is most of what they do.
 */
final class Installed {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xlog:disable");
    private static final List<String> COMMAND = make();

    private Installed() {}

    /** The command line that starts it, without arguments. */
    static List<String> command() {
        return COMMAND;
    }

    private static List<String> make() {
        try {
            Path folder = Files.createTempDirectory("installed");
            String jars = jars(folder);
            Path archive = folder.resolve("classes.jsa");
            List<String> rehearsal = new ArrayList<>(List.of(JAVA));
            rehearsal.addAll(OPTIONS);
            rehearsal.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", jars, "dev.holdfast.cli.Rehearsal"));
            Process process = new ProcessBuilder(rehearsal)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("rehearsal.txt").toFile())
                    .start();
            int code = process.waitFor();
            if (code != 0 || !Files.exists(archive)) {
                throw new IllegalStateException(
                        "The rehearsal failed: " + Files.readString(folder.resolve("rehearsal.txt")));
            }
            List<String> command = new ArrayList<>(List.of(JAVA));
            command.addAll(OPTIONS);
            command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-cp", jars, "dev.holdfast.cli.Main"));
            return List.copyOf(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Not waited for.", e);
        }
    }

    /** The class path of the tests without what is there for tests alone; folders become jar files, as archives want them. */
    private static String jars(Path folder) {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!Files.isDirectory(path)) {
                jars.add(entry);
            } else if (path.endsWith("classes")) {
                String jar = folder.resolve(jars.size() + ".jar").toString();
                int code = ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, "--create", "--no-compress", "--file", jar, "-C", entry, ".");
                if (code != 0) {
                    throw new IllegalStateException("No jar could be made of " + entry + ".");
                }
                jars.add(jar);
            }
        }
        return String.join(File.pathSeparator, jars);
    }
}
