package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.output.Dashboard;
import dev.holdfast.cli.output.Palette;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The dashboard: who has what. */
@Command(
        name = "status",
        description = "Lists who has what, since when, and what looks abandoned.",
        footer = {"holdfast status", "holdfast status Chapter_03 --store sqlite:locks.db", "holdfast status --watch"})
final class StatusCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "Only these, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Option(names = "--watch", description = "Go on and show every change, until Ctrl-C.")
    private boolean watch;

    @Override
    protected int run(Call call) throws InterruptedException {
        Set<String> only = Set.copyOf(call.project().resources(resources));
        if (watch) {
            new Watch(call.manager(), call.out()).run(Terminal.OUTPUT.present(), () -> text(call, only));
        } else {
            call.out().println(text(call, only));
        }
        return ExitCode.DONE;
    }

    private String text(Call call, Set<String> only) {
        LockManager manager = watch ? call.manager() : call.lookout();
        List<LockView> views = only.isEmpty()
                ? manager.list("")
                : only.stream().sorted().map(manager::look).toList();
        if (call.options().json()) {
            return json(call, views);
        }
        Palette palette = Palette.of(call.options().color(), call.surroundings(), Terminal.OUTPUT);
        return String.join(System.lineSeparator(), new Dashboard(call.policies().otherwise(), palette).lines(views));
    }

    private static String json(Call call, List<LockView> views) {
        return new JsonAnswer()
                .with("store", call.storeAddress().toString())
                .with("preset", call.preset().label())
                .with("locks", views.stream().map(LockJson::lock).toList())
                .line();
    }
}
