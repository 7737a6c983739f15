package dev.holdfast.cli.command;

import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Answers;
import dev.holdfast.cli.git.ChangedFiles;
import dev.holdfast.cli.git.Git;
import dev.holdfast.cli.git.PushedRef;
import dev.holdfast.cli.git.RememberedPushes;
import dev.holdfast.cli.guard.Inspection;
import dev.holdfast.cli.guard.Sites;
import dev.holdfast.cli.owner.Mine;
import dev.holdfast.cli.owner.Own;
import dev.holdfast.cli.owner.Relatives;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether files may be written, for hooks and scripts. */
@Command(
        name = "guard",
        description =
                "Exit code 0 if nobody else holds a resource that covers one of these files, else 2 with who does.",
        footer = {
            "holdfast guard Manuscript/Chapters/Chapter_03.md",
            "git diff --name-only | xargs holdfast guard",
            "holdfast guard --staged"
        })
final class GuardCommand extends HoldfastCommand {
    @Parameters(paramLabel = "PATH", arity = "0..*", description = "A file that is about to be written, or a resource.")
    private List<String> paths = List.of();

    @Option(names = "--staged", description = "The files that the commit being made in git changes.")
    private boolean staged;

    @Option(
            names = "--pushed",
            paramLabel = "REMOTE",
            description = "The files that a push to REMOTE changes; reads what git tells a pre-push hook.")
    private @Nullable String remote;

    @Option(names = "--remember", description = "With --pushed: for release --pushed, once the push has succeeded.")
    private boolean remember;

    @Override
    protected int run(Call call) {
        if (paths.isEmpty() && !staged && remote == null) {
            throw CommandFailure.usage("Say which files: by their paths, --staged, or --pushed REMOTE.");
        }
        Own own = Own.of(call.surroundings(), call.instance());
        // A commit by an assistant is of what it took by its tools, too.
        boolean git = staged || remote != null;
        Mine mine = (manager, resource, hold) -> own.has(manager, resource, hold) || (git && Relatives.have(hold));
        List<Refusal> refusals = new ArrayList<>();
        try (Sites sites = Sites.of(call, files(call))) {
            for (Sites.Site site : sites.all()) {
                refusals.addAll(new Inspection(site.call(), mine).of(site.paths()));
            }
        }
        Answers.say(call, refusals);
        if (!refusals.isEmpty() && call.instance().session().isEmpty()) {
            call.err().println("holdfast: Nobody is named here whose locks would not count: set HOLDFAST_OWNER.");
        }
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("allowed", refusals.isEmpty())
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
        return refusals.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private List<String> files(Call call) {
        List<String> files = new ArrayList<>(paths);
        if (staged) {
            files.addAll(new ChangedFiles(new Git(call.surroundings().folder())).staged());
        }
        if (remote != null) {
            files.addAll(pushed(call, remote));
        }
        return files;
    }

    private List<String> pushed(Call call, String to) {
        Git git = new Git(call.surroundings().folder());
        ChangedFiles changed = new ChangedFiles(git);
        List<String> files = new ArrayList<>();
        for (PushedRef ref : PushedRef.read(call.surroundings().in())) {
            List<String> its = changed.pushed(to, ref);
            files.addAll(its);
            if (remember && !its.isEmpty()) {
                Set<String> resources = new LinkedHashSet<>();
                its.forEach(file -> resources.addAll(call.project().covering(file)));
                new RememberedPushes(git).add(ref.after(), resources);
            }
        }
        return files;
    }
}
