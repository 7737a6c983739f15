package dev.holdfast.cli.command;

import dev.holdfast.Refusal;
import dev.holdfast.cli.acquire.AcquireOutput;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.git.Git;
import dev.holdfast.cli.git.ReceivedFiles;
import dev.holdfast.cli.git.ReceivedRef;
import dev.holdfast.cli.guard.ReceiveCheck;
import dev.holdfast.cli.project.FileMap;
import dev.holdfast.config.internal.SmallFile;
import dev.holdfast.internal.base.ResourceName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Enforces locks where a repository receives pushes, whatever the clients do. */
@Command(
        name = "git",
        description = {
            "git receive is a pre-receive hook: refuses a push that changes what another user holds.",
            "It also refuses if the user is unknown or the locks cannot be read."
        },
        footer = {
            "holdfast git receive --user \"$REMOTE_USER\" --store https://locks.example.org",
            "holdfast git receive --user \"$GL_USER\" --map /srv/novel/holdfast.yaml"
        })
final class GitCommand extends HoldfastCommand {
    @Parameters(paramLabel = "ACTION", arity = "1", description = "receive")
    private String action = "";

    @Option(names = "--user", paramLabel = "NAME", description = "The user who pushes, as the transport knows it.")
    private @Nullable String user;

    @Option(
            names = "--map",
            paramLabel = "FILE",
            description = "The holdfast.yaml with the resources of the files; each file is one without it.")
    private @Nullable String map;

    @Option(names = "--prefix", paramLabel = "TEXT", description = "What the names of its resources begin with.")
    private @Nullable String prefix;

    @Override
    protected int run(CommandContext context) {
        if (!action.equals("receive")) {
            throw CommandFailure.usage("Write it as: holdfast git receive --user NAME, in a pre-receive hook.");
        }
        if (user == null || user.isBlank()) {
            throw CommandFailure.usage(
                    "It is not known who pushes, so the push is refused: name the user with --user, as"
                            + " the transport knows it.");
        }
        if (context.isUntouched()) {
            throw CommandFailure.unreachable("There are no locks at " + context.storeAddress()
                    + ", so the push is refused: name the store with --store or HOLDFAST_STORE.");
        }
        Function<String, List<String>> resources = map == null ? null : map(context, map);
        Set<String> wanted = new LinkedHashSet<>();
        for (String file : new ReceivedFiles(new Git(context.environment().folder()))
                .of(ReceivedRef.read(context.environment().in()))) {
            FileMap.covering(resources, prefix == null ? "" : prefix, file).stream()
                    .filter(GitCommand::isName)
                    .forEach(wanted::add);
        }
        List<Refusal> refusals = new ReceiveCheck(context.readOnlyManager(), user).of(wanted);
        AcquireOutput.say(context, refusals);
        if (!refusals.isEmpty()) {
            context.say("holdfast: The push was refused, and nothing was changed here. Push again when it is free.");
        }
        return AcquireOutput.checked(context, refusals);
    }

    private static Function<String, List<String>> map(CommandContext context, String file) {
        Path path = context.environment().folder().resolve(file);
        try {
            return FileMap.read(path);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "The map " + path + " cannot be read: " + SmallFile.reason(e) + ". It must be a holdfast.yaml.");
        }
    }

    /** A file with another name, such as one with a line break, is no resource that could be held. */
    private static boolean isName(String resource) {
        try {
            ResourceName.require(resource);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
