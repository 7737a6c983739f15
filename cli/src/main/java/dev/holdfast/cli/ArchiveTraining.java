package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.Environment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs frequent commands in a temporary folder, so that the JVM can archive the classes that they load. The launcher calls it
 * once for each build and JDK.
 */
final class ArchiveTraining {
    private static final List<String> SCENES = List.of(
            "--help",
            "status",
            "acquire a b --note x --ttl 5m",
            "acquire a --owner other",
            "status",
            "status --json",
            "who a",
            "release a b",
            "run a -- true",
            "run a --wait 1s --json -- true",
            "release --all",
            "no-such-command");

    /** The event of an assistant before an edit in that folder. */
    private static final String EVENT = """
            {"session_id":"rehearsal","cwd":"FOLDER","hook_event_name":"PreToolUse","tool_name":"Edit",\
            "tool_input":{"file_path":"FOLDER/a.txt","old_string":"a","new_string":"b"}}""";

    /** Commands that need picocli. From Java 25 on, every start loads all archived classes, needed or not. */
    private static final List<String> RARE_SCENES = List.of("status --help", "status --no-such-option");

    private ArchiveTraining() {}

    public static void main(String[] arguments) throws IOException {
        QuietLogging.install();
        Path folder = Files.createTempDirectory("holdfast");
        Files.createDirectory(folder.resolve(".locks")); // a project of its own, whatever lies above it
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8)) {
            Environment real = Environment.system();
            Map<String, String> variables = Map.of("HOLDFAST_OWNER", "rehearsal");
            Environment stage = new Environment(variables, folder, InputStream.nullInputStream(), nowhere, real.err());
            List<String> scenes = new ArrayList<>(SCENES);
            if (Runtime.version().feature() < 25) {
                scenes.addAll(RARE_SCENES);
            }
            for (String scene : scenes) {
                Main.run(stage, scene.split(" ", -1));
            }
            Files.writeString(folder.resolve("holdfast.yaml"), "resources:\n  a:\n    - a/**\n");
            for (String scene : List.of("hook", "hook --take all", "hook --take all")) {
                byte[] event = EVENT.replace("FOLDER", folder.toString()).getBytes(UTF_8);
                Environment asked =
                        new Environment(Map.of(), folder, new ByteArrayInputStream(event), nowhere, real.err());
                Main.run(asked, scene.split(" ", -1));
            }
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
