package dev.holdfast.cli.command;

import dev.holdfast.LockView;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists what is held. */
@Command(
        name = "status",
        description = "Lists who has what, since when.",
        footer = {"holdfast status", "holdfast status Chapter_03 --store sqlite:locks.db"})
final class StatusCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", arity = "0..*", description = "Only these.")
    private List<String> resources = List.of();

    @Override
    protected int run(Call call) {
        List<LockView> views = resources.isEmpty()
                ? call.manager().list("")
                : resources.stream().map(call.manager()::look).toList();
        for (LockView view : views) {
            view.holds()
                    .forEach(held -> call.out()
                            .println(
                                    view.resource() + ": " + held.hold().owner().name() + ", since "
                                            + held.hold().since()));
        }
        return ExitCode.DONE;
    }
}
