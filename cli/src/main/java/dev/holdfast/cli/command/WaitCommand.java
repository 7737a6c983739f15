package dev.holdfast.cli.command;

import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Free;
import dev.holdfast.cli.options.Durations;
import dev.holdfast.cli.terminal.Signals;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until resources are free. */
@Command(
        name = "wait",
        description = "Waits until all of the resources are free at once. Takes none: another may be faster.",
        footer = {"holdfast wait Chapter_03 --wait 10m && echo free"})
final class WaitCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", arity = "1..*", description = "What to wait for.")
    private List<String> resources = List.of();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "So long at most; a day unless said otherwise.")
    private Duration patience = LockRequest.LONGEST_WAIT;

    @Option(names = "-E", paramLabel = "CODE", defaultValue = "75", description = "The exit code for busy.")
    private int busyCode = ExitCode.BUSY;

    @Override
    protected int run(Call call) {
        List<String> wanted = call.project().resources(resources);
        try (Signals signals = Signals.interruptingThisThread()) {
            try {
                if (Free.await(call.manager(), wanted, patience)) {
                    return ExitCode.DONE;
                }
            } catch (InterruptedException e) {
                throw CommandFailure.cancelled(signals);
            }
        }
        for (String resource : wanted) {
            LockView view = call.manager().look(resource);
            if (!view.free()) {
                call.err().println("holdfast: " + view.sentence(ZoneId.systemDefault()));
            }
        }
        return busyCode;
    }
}
