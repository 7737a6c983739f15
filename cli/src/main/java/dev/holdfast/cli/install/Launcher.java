package dev.holdfast.cli.install;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.output.ShellQuote;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The command line with which other programs call Holdfast. */
public final class Launcher {
    private static final String NAME = "holdfast";

    private Launcher() {}

    /** Returns the command that starts Holdfast: the given one, else its name if it is on the PATH, else its path. */
    public static String of(Environment environment, @Nullable String said) {
        if (said != null) {
            return said;
        }
        String path = environment.variable("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder).resolve(NAME))) {
                return NAME;
            }
        }
        for (Path at = CommandJar.folder(); at != null; at = at.getParent()) {
            Path launcher = at.resolve(NAME);
            if (Files.isRegularFile(launcher) && Files.isExecutable(launcher)) {
                return ShellQuote.quoted(launcher.toString());
            }
        }
        throw CommandFailure.usage(
                "holdfast is not found on the PATH: install it, or say how to call it with --command.");
    }
}
