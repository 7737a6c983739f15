package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.output.Dashboard;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The dashboard: who has what. */
@Command(
        name = "status",
        description = "Lists all locks, their holders, since when, and which look stale.",
        footer = {"holdfast status", "holdfast status Chapter_03 --store sqlite:locks.db", "holdfast status --watch"})
final class StatusCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "Only these, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Option(names = "--watch", description = "Keep running and show every change, until Ctrl-C.")
    private boolean watch;

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        Set<String> only = new TreeSet<>(context.named(resources));
        if (!watch) {
            context.out().println(text(context, views(context.readOnlyManager(), only), only));
            return ExitCode.DONE;
        }
        if (context.isUntouched()) {
            context.out().println(text(context, List.of(), only));
        }
        LockManager manager = context.watchedManager();
        new StatusWatch(manager, context.out())
                .run(Terminal.OUTPUT.present(), () -> text(context, views(manager, only), only));
        return ExitCode.DONE;
    }

    private static List<LockView> views(LockManager manager, Set<String> only) {
        return only.isEmpty()
                ? manager.list("")
                : only.stream().map(manager::view).toList();
    }

    private static String text(CommandContext context, List<LockView> views, Set<String> only) {
        if (context.options().json()) {
            return json(context, views);
        }
        Palette palette = Palette.of(context.options().color(), context.environment(), Terminal.OUTPUT);
        Dashboard dashboard = new Dashboard(context.policies().otherwise(), palette);
        return String.join(
                System.lineSeparator(), only.isEmpty() ? dashboard.lines(views) : dashboard.linesOfNamed(views));
    }

    private static String json(CommandContext context, List<LockView> views) {
        return new JsonAnswer()
                .with("store", context.storeAddress().toString())
                .with("preset", context.preset().label())
                .with("locks", views.stream().map(LockJson::lock).toList())
                .line();
    }
}
