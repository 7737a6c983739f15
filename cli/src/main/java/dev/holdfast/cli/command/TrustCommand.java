package dev.holdfast.cli.command;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.project.Project;
import dev.holdfast.cli.trust.Claim;
import dev.holdfast.cli.trust.StoreFiles;
import dev.holdfast.cli.trust.TrustedProject;
import dev.holdfast.cli.trust.TrustedProjects;
import dev.holdfast.json.JsonAnswer;
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
            "Lets the store and the server that a project's holdfast.yaml names count from now on.",
            "It also accepts the files of a lock store that came with a clone or belong to another user.",
            "A project whose locks are in its own folder needs no trust."
        },
        footer = {"holdfast trust", "holdfast trust ~/work/book", "holdfast trust --list", "holdfast trust --revoke"})
final class TrustCommand extends HoldfastCommand {
    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "The project; that of this folder unless given.")
    private @Nullable String folder;

    @Option(names = "--list", description = "Show the projects that are trusted.")
    private boolean list;

    @Option(names = "--revoke", description = "Trust the project no longer.")
    private boolean revoke;

    @Override
    protected int run(Call call) {
        TrustedProjects known = new TrustedProjects(call.surroundings());
        if (list) {
            if (folder != null || revoke) {
                throw CommandFailure.usage("Write it as: holdfast trust --list");
            }
            return listed(call, known.list());
        }
        Path place = place(call);
        if (!revoke && !Files.isDirectory(place)) {
            throw CommandFailure.usage("There is no folder " + place + " to trust.");
        }
        Project project = Project.of(call.surroundings().in(place));
        return revoke
                ? revoked(call, known.revoke(Claim.real(project.root())), project)
                : trusted(call, known, project);
    }

    private Path place(Call call) {
        Path here = call.surroundings().folder();
        try {
            return folder == null ? here : here.resolve(folder).normalize();
        } catch (InvalidPathException e) {
            throw CommandFailure.usage("'" + folder + "' is no name of a folder here.");
        }
    }

    private static int trusted(Call call, TrustedProjects known, Project project) {
        Claim claim = project.claim();
        List<TrustedProject> added = claim.isEmpty() ? List.of() : List.of(known.add(claim));
        List<String> accepted = accepted(call, project);
        if (call.options().json()) {
            return answer(call, added, List.of(), accepted);
        }
        added.forEach(one -> call.out().println("Trusted " + one.line()));
        accepted.forEach(files -> call.out().println("Accepted the lock store's own files in " + files));
        if (added.isEmpty() && accepted.isEmpty()) {
            call.out().println("There is nothing to trust in " + project.root() + ": its locks are in its own folder.");
        }
        return ExitCode.DONE;
    }

    private static List<String> accepted(Call call, Project project) {
        try (Call there = new Call(call.surroundings().in(project.root()), call.options(), call.arguments())) {
            return StoreFiles.accept(there).map(Path::toString).stream().toList();
        }
    }

    private static int revoked(Call call, List<TrustedProject> gone, Project project) {
        if (call.options().json()) {
            return answer(call, List.of(), gone, List.of());
        }
        gone.forEach(one -> call.out().println("Trusted no longer: " + one.line()));
        if (gone.isEmpty()) {
            call.out().println(project.root() + " was not trusted.");
        }
        return ExitCode.DONE;
    }

    private static int listed(Call call, List<TrustedProject> all) {
        if (call.options().json()) {
            return answer(call, all, List.of(), List.of());
        }
        all.forEach(one -> call.out().println(one.line()));
        if (all.isEmpty()) {
            call.err().println("No project is trusted.");
        }
        return ExitCode.DONE;
    }

    private static int answer(
            Call call, List<TrustedProject> trusted, List<TrustedProject> distrusted, List<String> accepted) {
        call.answer(new JsonAnswer()
                .with("trusted", trusted.stream().map(TrustedProject::json).toList())
                .with(
                        "distrusted",
                        distrusted.stream().map(TrustedProject::json).toList())
                .with("accepted", accepted));
        return ExitCode.DONE;
    }
}
