package dev.holdfast.cli.command;

import dev.holdfast.Hold;
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
    @Parameters(paramLabel = "RESOURCE", arity = "1..*", description = "What to release.")
    private List<String> resources = List.of();

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            required = true,
            description = "Why, for the holder and the history.")
    private String reason = "";

    @Override
    protected int run(CommandContext context) {
        String actor = context.instance().processOwner().name();
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (String resource : resources) {
            List<Hold> ended = context.manager().admin().forceRelease(resource, actor, reason);
            if (ended.isEmpty()) {
                context.say(resource + " was free already.");
            }
            ended.forEach(hold -> {
                context.say(Text.name(resource) + " was taken from "
                        + Text.name(hold.owner().name()) + ", who sees the reason.");
                all.add(LockJson.hold(resource, hold));
            });
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("ended", all));
        }
        return ExitCode.DONE;
    }
}
