package dev.holdfast.cli.demo;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An example that is an application of its own, with Spring and a server: too large to travel inside the command. The launcher
 * builds it in the clone from which the command is started, beside a file that has its class path.
 */
final class BuiltExample {
    private BuiltExample() {}

    static String classPath(String name) throws IOException {
        Path file = file(name, CommandJar.own());
        if (file == null) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "The example " + name + " brings a server along and is not part of this copy: call ./holdfast demo "
                            + name + " in a clone of Holdfast, which builds it.");
        }
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "The example " + name + " has yet to be built: call ./holdfast demo " + name
                            + ", or in the clone: mvnw -Dfast -Dmaven.test.skip=true -pl examples/" + name
                            + " -am process-classes.");
        }
        return Files.readString(file).strip();
    }

    /** Returns the file with the class path if the command is that of a clone ({@code HOME/cli/BUILD/holdfast.jar}); else null. */
    static @Nullable Path file(String name, @Nullable Path command) {
        for (Path folder = command; folder != null; folder = folder.getParent()) {
            Path example = folder.resolveSibling("examples").resolve(name);
            if (folder.endsWith("cli") && command != null && Files.exists(example.resolve("pom.xml"))) {
                Path build = folder.relativize(command).getParent();
                return build == null ? null : example.resolve(build).resolve("classpath");
            }
        }
        return null;
    }
}
