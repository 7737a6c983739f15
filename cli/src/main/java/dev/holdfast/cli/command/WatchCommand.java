package dev.holdfast.cli.command;

import dev.holdfast.HistoryEntry;
import dev.holdfast.LockManager;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.live.EventWatch;
import dev.holdfast.cli.output.EventText;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows events of locks as they happen. */
@Command(
        name = "watch",
        description = "Shows every event of locks as it happens, one a line, until Ctrl-C.",
        footer = {"holdfast watch", "holdfast watch Chapter_", "holdfast watch --json | while read -r event; do …; done"
        })
final class WatchCommand extends HoldfastCommand {
    @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "Only resources whose names begin with it.")
    private String prefix = "";

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        if (context.isUntouched()) {
            context.say(
                    "holdfast: There is nothing at " + context.storeAddress() + " yet. Waiting for the first lock.");
        }
        LockManager manager = context.watchedManager();
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.OUTPUT);
        String which = prefix.isEmpty() ? "all locks" : Text.name(prefix) + "*";
        boolean server = context.storePath().isEmpty(); // a file that is gone stays away
        new EventWatch(manager, prefix, server)
                .run(
                        () -> context.say(
                                "holdfast: Watching " + which + " at " + context.storeAddress() + "; Ctrl-C ends it."),
                        past -> printed(context, line(context, palette, past)),
                        state -> context.say("holdfast: " + Text.shownLines(state)));
        return ExitCode.DONE;
    }

    private static String line(CommandContext context, Palette palette, HistoryEntry past) {
        if (context.options().json()) {
            return Json.write(LockJson.event(past));
        }
        String line = EventText.line(past, ZoneId.systemDefault());
        return past.event().kind().against() ? palette.warning(line) : line;
    }

    /** Prints a line. Returns false when nothing reads it any more. */
    private static boolean printed(CommandContext context, String line) {
        context.out().println(line);
        return !context.out().checkError();
    }
}
