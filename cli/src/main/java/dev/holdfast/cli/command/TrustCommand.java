package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.project.Project;
import dev.holdfast.cli.trust.TrustClaim;
import dev.holdfast.cli.trust.TrustedProject;
import dev.holdfast.cli.trust.TrustedProjects;
import dev.holdfast.internal.views.JsonAnswer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Remembers which projects the user trusts to name a store or a server. */
@Command(
        name = "trust",
        description = {
            "Trusts the store and the server that a project's holdfast.yaml names.",
            "It also accepts the files of a lock store that came with a clone or belong to another user.",
            "A project whose locks are in its own folder needs no trust."
        },
        footer = {"holdfast trust", "holdfast trust ~/work/book", "holdfast trust --list", "holdfast trust --revoke"})
final class TrustCommand extends HoldfastCommand {
    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "The project; the default is that of this folder.")
    private @Nullable String folder;

    @Option(names = "--list", description = "Show the projects that are trusted.")
    private boolean list;

    @Option(names = "--revoke", description = "Trust the project no longer.")
    private boolean revoke;

    @Override
    protected int run(CommandContext context) {
        TrustedProjects known = new TrustedProjects(context.environment());
        if (list) {
            if (folder != null || revoke) {
                throw CommandFailure.usage("Write it as: holdfast trust --list");
            }
            return listed(context, known.list());
        }
        Path place = place(context);
        if (!revoke && !Files.isDirectory(place)) {
            throw CommandFailure.usage("There is no folder " + place + " to trust: name an existing folder.");
        }
        Project project = Project.of(context.environment().in(place));
        return revoke
                ? revoked(context, known.revoke(TrustClaim.real(project.root())), project)
                : trusted(context, known, project);
    }

    private Path place(CommandContext context) {
        Path here = context.environment().folder();
        try {
            return folder == null ? here : here.resolve(folder).normalize();
        } catch (InvalidPathException e) {
            throw CommandFailure.usage("'" + folder + "' is not a valid path here: name an existing folder.");
        }
    }

    private static int trusted(CommandContext context, TrustedProjects known, Project project) {
        TrustClaim claim = project.claim();
        List<TrustedProject> added = claim.isEmpty() ? List.of() : List.of(known.add(claim));
        List<String> accepted = accepted(context, project);
        if (context.options().json()) {
            return answer(context, added, List.of(), accepted);
        }
        added.forEach(one -> context.out().println("Trusted " + one.line()));
        accepted.forEach(files -> context.out().println("Accepted the lock store's own files in " + files));
        if (added.isEmpty() && accepted.isEmpty()) {
            context.out()
                    .println("There is nothing to trust in " + project.root() + ": its locks are in its own folder.");
        }
        return ExitCode.DONE;
    }

    private static List<String> accepted(CommandContext context, Project project) {
        try (CommandContext there =
                new CommandContext(context.environment().in(project.root()), context.options(), context.arguments())) {
            return StoreFileTrust.accept(there).map(Path::toString).stream().toList();
        }
    }

    private static int revoked(CommandContext context, List<TrustedProject> gone, Project project) {
        if (context.options().json()) {
            return answer(context, List.of(), gone, List.of());
        }
        gone.forEach(one -> context.out().println("Trusted no longer: " + one.line()));
        if (gone.isEmpty()) {
            context.out().println(project.root() + " was not trusted.");
        }
        return ExitCode.DONE;
    }

    private static int listed(CommandContext context, List<TrustedProject> all) {
        if (context.options().json()) {
            return answer(context, all, List.of(), List.of());
        }
        all.forEach(one -> context.out().println(one.line()));
        if (all.isEmpty()) {
            context.say("No project is trusted.");
        }
        return ExitCode.DONE;
    }

    private static int answer(
            CommandContext context,
            List<TrustedProject> trusted,
            List<TrustedProject> distrusted,
            List<String> accepted) {
        context.answer(new JsonAnswer()
                .with("trusted", trusted.stream().map(TrustedProject::json).toList())
                .with(
                        "distrusted",
                        distrusted.stream().map(TrustedProject::json).toList())
                .with("accepted", accepted));
        return ExitCode.DONE;
    }
}
