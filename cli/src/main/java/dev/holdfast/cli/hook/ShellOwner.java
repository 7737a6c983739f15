package dev.holdfast.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.ShellQuote;
import dev.holdfast.cli.owner.AssistantOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Sets the owner for the shell commands of a session, so that {@code git commit} and {@code holdfast acquire} act for it.
 * Claude Code runs the file that {@code CLAUDE_ENV_FILE} names before each command.
 */
final class ShellOwner {
    private ShellOwner() {}

    static void tell(Environment environment, AssistantOwner assistant) {
        String file = environment.variable("CLAUDE_ENV_FILE");
        if (file == null || !assistant.isKnown()) {
            return;
        }
        String line = "export HOLDFAST_OWNER=" + ShellQuote.quoted(assistant.session()) + "\n";
        try {
            Path path = Path.of(file);
            if (!Files.exists(path) || !Files.readString(path).contains(line)) {
                Files.write(path, line.getBytes(UTF_8), CREATE, APPEND);
            }
        } catch (IOException | InvalidPathException e) {
            HookLog.add(environment, "SessionStart " + file + " could not be written: " + e);
        }
    }
}
