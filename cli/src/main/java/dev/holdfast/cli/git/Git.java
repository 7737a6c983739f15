package dev.holdfast.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code git}, called in a folder, with the variables that a hook of git is given. */
public record Git(Path folder) {
    /** Returns where git keeps the file or folder of that name, such as its hooks. */
    public Path path(String name) {
        return folder.resolve(line("rev-parse", "--git-path", name)).normalize();
    }

    /** Returns the folder that all work trees of the repository share. */
    public Path common() {
        return folder.resolve(line("rev-parse", "--git-common-dir")).normalize();
    }

    /** Returns the folder of the work tree, from which git names its files. */
    public Path top() {
        return Path.of(line("rev-parse", "--show-toplevel"));
    }

    /** Returns whether a git command succeeds. */
    boolean succeeds(String... arguments) {
        return call(arguments).code() == 0;
    }

    /** Returns the one line that a git command prints. */
    String line(String... arguments) {
        return text(arguments).strip();
    }

    /** Returns the texts that a git command prints with the option {@code -z}. */
    List<String> texts(String... arguments) {
        List<String> texts = new ArrayList<>();
        for (String each : text(arguments).split("\0", -1)) {
            String text = each.strip(); // between commits git leaves an empty line
            if (!text.isEmpty()) {
                texts.add(each.startsWith("\n") ? each.substring(1) : each);
            }
        }
        return texts;
    }

    private String text(String... arguments) {
        Answer answer = call(arguments);
        if (answer.code() != 0) {
            throw CommandFailure.unreachable(
                    "git " + String.join(" ", arguments) + " failed in " + folder + ": call it there to see why.");
        }
        return answer.text();
    }

    private record Answer(int code, String text) {}

    private Answer call(String... arguments) {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Answer(process.waitFor(), text);
        } catch (IOException e) {
            throw CommandFailure.unreachable(
                    "git cannot be started (" + e.getMessage() + "): install it, or check PATH.");
        } catch (InterruptedException e) {
            throw CommandFailure.unreachable("Interrupted while git was running: try again.");
        }
    }
}
