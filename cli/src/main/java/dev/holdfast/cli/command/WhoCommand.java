package dev.holdfast.cli.command;

import dev.holdfast.LockView;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says who has one resource. */
@Command(
        name = "who",
        description = "Shows who has a resource, since when, until when and why; exit code 1 if it is free.",
        footer = {"holdfast who Chapter_03", "holdfast who Chapter_03 >/dev/null || echo free"})
final class WhoCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", description = "Which one, by name or by a file of the project.")
    private String resource = "";

    @Override
    protected int run(CommandContext context) {
        LockView view =
                context.readOnlyManager().view(context.named(List.of(resource)).get(0));
        if (context.options().json()) {
            context.out().println(Json.write(LockJson.lock(view)));
        } else {
            context.out().println(view.sentence(ZoneId.systemDefault()));
        }
        return view.free() ? ExitCode.FREE : ExitCode.DONE;
    }
}
