package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.demo.Demo;
import dev.holdfast.cli.demo.DemoFolder;
import dev.holdfast.cli.demo.DemoPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays an example. */
@Command(
        name = "demo",
        description = {
            "Plays an example in a folder of its own, and says what to try next in it.",
            "Without a name it lists the examples."
        },
        footer = {"holdfast demo", "holdfast demo book", "holdfast demo play-by-post --port 8080"})
final class DemoCommand extends HoldfastCommand {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The example.")
    private @Nullable String name;

    @Option(
            names = "--in",
            paramLabel = "FOLDER",
            description = "A new folder for it; holdfast-demo-NAME unless given.")
    private @Nullable Path folder;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port of an example with pages; its own or the next free one unless given.")
    private @Nullable Integer port;

    @Override
    protected int run(CommandContext context) throws IOException, InterruptedException {
        if (name == null) {
            Demo.ALL.forEach(demo -> context.out().printf("%-12s %s%n", demo.name(), demo.summary()));
            return ExitCode.DONE;
        }
        Demo demo = Demo.named(name);
        if (demo == null) {
            throw CommandFailure.usage("There is no example '" + name + "'; there are "
                    + Demo.ALL.stream().map(Demo::name).collect(Collectors.joining(", ")) + ".");
        }
        try (DemoPort chosen = DemoPort.of(demo, port, context.environment())) {
            return play(context, demo, chosen.number());
        }
    }

    private int play(CommandContext context, Demo demo, int chosen) throws IOException, InterruptedException {
        Path place = context.environment()
                .folder()
                .resolve(folder == null ? Path.of("holdfast-demo-" + demo.name()) : folder);
        DemoFolder stage;
        try {
            stage = DemoFolder.of(demo, place.normalize());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "The example cannot be unpacked to " + place + " (" + e.getMessage()
                            + "): name another folder with --in FOLDER.");
        }
        String next = stage.next(chosen).stream().map(line -> line + "\n").collect(Collectors.joining());
        return stage.play(chosen, () -> {
            context.err().print("\nTo go on: cd " + stage.folder() + "\n" + next);
            context.err().flush();
        });
    }
}
