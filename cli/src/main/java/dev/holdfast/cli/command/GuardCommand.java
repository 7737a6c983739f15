package dev.holdfast.cli.command;

import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import dev.holdfast.cli.acquire.AcquireOutput;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RequestOffer;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.git.ChangedFiles;
import dev.holdfast.cli.git.Git;
import dev.holdfast.cli.git.PushedRef;
import dev.holdfast.cli.git.RememberedPushes;
import dev.holdfast.cli.guard.PathsByProject;
import dev.holdfast.cli.guard.WriteCheck;
import dev.holdfast.cli.owner.HoldOwnership;
import dev.holdfast.cli.owner.InstanceOwnership;
import dev.holdfast.cli.owner.SiblingTools;
import dev.holdfast.internal.base.Text;
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
                "Exit code 0 if no other owner holds a resource that covers one of these files, else 2 and the holder.",
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
            description = "The files that a push to REMOTE changes; reads the standard input of a pre-push hook.")
    private @Nullable String remote;

    @Option(
            names = "--remember",
            description = "With --pushed: record the resources for release --pushed after the push.")
    private boolean remember;

    @Override
    protected int run(CommandContext context) {
        if (paths.isEmpty() && !staged && remote == null) {
            throw CommandFailure.usage("No files are named. Name paths, --staged, or --pushed REMOTE.");
        }
        InstanceOwnership own = InstanceOwnership.of(context.environment(), context.instance());
        // A commit by an assistant may contain files that its tools have locked.
        boolean git = staged || remote != null;
        HoldOwnership ownership =
                (manager, resource, hold) -> own.owns(manager, resource, hold) || (git && SiblingTools.took(hold));
        List<Refusal> refusals = new ArrayList<>();
        List<String> waits = new ArrayList<>();
        List<String> asks = new ArrayList<>();
        try (PathsByProject sites = PathsByProject.of(context, files(context))) {
            for (PathsByProject.ProjectPaths site : sites.all()) {
                List<Refusal> its = new WriteCheck(site.context(), ownership).of(site.paths());
                refusals.addAll(its);
                if (!its.isEmpty()) {
                    waits.add(wait(context, site.context(), its));
                    asks.addAll(asks(context, site.context(), its));
                }
            }
        }
        AcquireOutput.say(context, refusals);
        if (!refusals.isEmpty()) {
            guide(context, String.join(" && ", waits), asks);
        }
        if (!refusals.isEmpty() && context.instance().session().isEmpty()) {
            context.say(
                    "holdfast: No owner is set, so your own locks cannot be distinguished from those of others: set HOLDFAST_OWNER.");
        }
        return AcquireOutput.checked(context, refusals);
    }

    /** Returns the command that waits for all of them, in their own project. */
    private static String wait(CommandContext context, CommandContext site, List<Refusal> refusals) {
        String wait = CommandText.waiting(
                site, refusals.stream().map(Refusal::resource).distinct().toList());
        return in(site, context, wait);
    }

    private static String in(CommandContext site, CommandContext context, String command) {
        return site == context
                ? command
                : "(cd " + CommandText.word(site.environment().folder().toString()) + " && " + command + ")";
    }

    /** Returns the commands that ask the holders of one project, as far as they can be asked. Only an owner can ask. */
    private static List<String> asks(CommandContext context, CommandContext site, List<Refusal> refusals) {
        return context.instance().session().isEmpty()
                ? List.of()
                : refusals.stream()
                        .filter(refusal -> RequestOffer.isPossible(site, refusal))
                        .map(Refusal::resource)
                        .distinct()
                        .map(resource -> "holdfast: To ask for " + Text.name(resource) + ": "
                                + in(site, context, CommandText.asking(site, resource, Mode.EXCLUSIVE)))
                        .toList();
    }

    /** Says what git did not do, and how to go on. */
    private void guide(CommandContext context, String wait, List<String> asks) {
        if (remote != null) {
            context.say("holdfast: The push was refused. Your commits are kept, and the remote is unchanged.");
            context.say("holdfast: To push when it is free: " + wait + " && git push");
            asks.forEach(context::say);
            context.say("holdfast: To push all the same: git push --no-verify");
        } else if (staged) {
            context.say("holdfast: The commit was refused. Your changes are kept as they are.");
            context.say("holdfast: To commit when it is free: " + wait + " && git commit");
            asks.forEach(context::say);
            context.say(
                    "holdfast: To leave a file out: git restore --staged FILE. To commit all the same: git commit --no-verify");
        } else {
            context.say("holdfast: To wait for it, call: " + wait);
            asks.forEach(context::say);
        }
    }

    private List<String> files(CommandContext context) {
        List<String> files = new ArrayList<>(paths);
        if (staged) {
            files.addAll(new ChangedFiles(new Git(context.environment().folder())).staged());
        }
        if (remote != null) {
            files.addAll(pushed(context, remote));
        }
        return files;
    }

    private List<String> pushed(CommandContext context, String to) {
        Git git = new Git(context.environment().folder());
        ChangedFiles changed = new ChangedFiles(git);
        List<String> files = new ArrayList<>();
        for (PushedRef ref : PushedRef.read(context.environment().in())) {
            List<String> its = changed.pushed(to, ref);
            files.addAll(its);
            if (remember && !its.isEmpty()) {
                Set<String> resources = new LinkedHashSet<>();
                its.forEach(file -> resources.addAll(context.project().covering(file)));
                new RememberedPushes(git).add(ref.after(), resources);
            }
        }
        return files;
    }
}
