package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.live.TopList;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.Terminal;
import java.util.ArrayList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The locks on the whole screen of a terminal. */
@Command(
        name = "top",
        description = {
            "Shows all locks on the whole screen, live: holder, age, time left, queue. q quits.",
            "LEFT is the time until the lease ends; stale, over or ended if the lock is."
        },
        footer = {"holdfast top", "holdfast top Chapter_ --store https://locks.example.org"})
final class TopCommand extends HoldfastCommand {
    @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "Only resources whose names begin with it.")
    private String prefix = "";

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        if (context.options().json()) {
            throw CommandFailure.usage("top draws on a screen. For programs: holdfast watch --json");
        }
        String terminal = context.environment().variable("TERM");
        if (!Terminal.INPUT.present() || !Terminal.OUTPUT.present() || terminal == null || terminal.equals("dumb")) {
            throw CommandFailure.usage("top needs a terminal that can redraw its screen, and this is none. "
                    + "To follow the locks without one: holdfast watch. To see them once: holdfast status");
        }
        String place = context.storeAddress().toString();
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.OUTPUT);
        context.collectWarnings(new ArrayList<>()); // they would tear the picture
        TopList.show(context.environment(), palette, place, prefix, context::watchedManager);
        return ExitCode.DONE;
    }
}
