package dev.holdfast.cli.command;

import dev.holdfast.Hold;
import dev.holdfast.LockAdmin;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends the holds of others, with a reason that the holders see. */
@Command(
        name = "force-release",
        description = {
            "Ends every hold on a resource, also those of other owners.",
            "The holder and the history show who did it and why."
        },
        footer = {"holdfast force-release Chapter_03 --reason 'the editor has gone home'"})
final class ForceReleaseCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "1..*",
            description = "What to release, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            required = true,
            description = "Why, for the holder and the history.")
    private String reason = "";

    @Option(
            names = "--fence",
            paramLabel = "NUMBER",
            description = "The hold that this is about: if another owner has the lock by now, nothing is released.")
    private @Nullable Long fence;

    @Override
    protected int run(CommandContext context) {
        if (reason.isBlank()) {
            throw CommandFailure.usage(
                    "--reason is empty: say why, since the holder reads it and the history keeps it.");
        }
        if (fence != null && resources.size() > 1) {
            throw CommandFailure.usage("--fence is about one hold: name one resource with it.");
        }
        String actor = context.instance().processOwner().name();
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (String resource : context.named(resources)) {
            LockAdmin admin = context.manager().admin();
            List<Hold> ended = fence == null
                    ? admin.forceRelease(resource, actor, reason)
                    : admin.forceRelease(resource, fence, actor, reason);
            if (ended.isEmpty()) {
                requireFree(context.manager(), resource);
                context.say(Text.name(resource) + " was free already.");
            }
            ended.forEach(hold -> {
                context.say(Text.name(resource) + " was taken from "
                        + Text.name(hold.owner().name()) + ", who sees the reason.");
                all.add(LockJson.hold(resource, hold));
            });
        }
        if (!all.isEmpty()) {
            context.sweep(); // no other program may forget why earlier locks ended
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("ended", all));
        }
        return ExitCode.DONE;
    }

    /** Throws if another owner has the resource by now: the release was about an earlier hold. */
    private void requireFree(LockManager locks, String resource) {
        for (LockView.Holder holder : LockJson.counting(locks.view(resource))) {
            Hold hold = holder.hold();
            if (fence != null) {
                throw new CommandFailure(
                        ExitCode.BUSY,
                        Text.name(resource) + " was not released: the hold that this was about has ended, and "
                                + Text.name(hold.owner().name()) + " has it by now. To release that one, write --fence "
                                + hold.fence() + ".");
            }
        }
    }
}
