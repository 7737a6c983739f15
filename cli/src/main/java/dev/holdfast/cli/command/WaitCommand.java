package dev.holdfast.cli.command;

import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Answers;
import dev.holdfast.cli.acquire.Free;
import dev.holdfast.cli.options.Durations;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import dev.holdfast.rules.Outcome;
import java.time.Duration;
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
        call.storeAddress(); // a question whether the project is trusted can still be ended with Ctrl-C
        try (Signals signals = Signals.interruptingThisThread()) {
            try {
                if (Free.await(call.lookout(), wanted, patience)) {
                    answer(call, true, List.of());
                    return ExitCode.DONE;
                }
            } catch (InterruptedException e) {
                throw CommandFailure.cancelled(signals);
            }
        }
        List<Refusal> refusals = wanted.stream()
                .map(call.lookout()::look)
                .filter(view -> !view.free())
                .map(WaitCommand::refusal)
                .toList();
        Answers.say(call, refusals);
        answer(call, false, refusals);
        return busyCode;
    }

    private static Refusal refusal(LockView view) {
        List<Outcome.Judged> holders = LockJson.counting(view);
        return new Refusal(
                view.resource(),
                Outcome.Reason.HELD,
                holders,
                holders.get(0).hold().until(),
                view.asOf());
    }

    private static void answer(Call call, boolean free, List<Refusal> refusals) {
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("free", free)
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
    }
}
