package dev.holdfast.cli.command;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Refusal;
import dev.holdfast.cli.acquire.AcquireOutput;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.FreeWait;
import dev.holdfast.cli.acquire.RequestOffer;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.cli.terminal.TerminalUser;
import dev.holdfast.cli.terminal.WaitNotice;
import dev.holdfast.cli.terminal.WaitingText;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until resources are free. */
@Command(
        name = "wait",
        description =
                "Waits until all resources are free at the same time. Acquires none, so another caller may be faster.",
        footer = {"holdfast wait Chapter_03 --wait 10m && echo free"})
final class WaitCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "1..*",
            description = "What to wait for, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "The maximum wait; the default is one day.")
    private Duration timeout = LockRequest.MAX_TIMEOUT;

    @Option(
            names = {"-E", "--busy-code"},
            paramLabel = "CODE",
            defaultValue = "75",
            description = "The exit code for busy.")
    private int busyCode = ExitCode.BUSY;

    @Override
    protected int run(CommandContext context) {
        AcquireOptions.requireExitCode(busyCode);
        List<String> wanted = context.named(resources);
        context.storeAddress(); // a question whether the project is trusted can still be ended with Ctrl-C
        try (Signals signals = Signals.interruptingThisThread()) {
            try {
                if (await(context, wanted, signals)) {
                    answer(context, true, List.of());
                    return ExitCode.DONE;
                }
            } catch (InterruptedException e) {
                throw signals.cancelled();
            }
        }
        List<Refusal> refusals = wanted.stream()
                .map(context.readOnlyManager()::view)
                .filter(view -> !view.free())
                .map(WaitCommand::refusal)
                .toList();
        AcquireOutput.say(context, refusals);
        next(context, refusals);
        answer(context, false, refusals);
        return busyCode;
    }

    private boolean await(CommandContext context, List<String> wanted, Signals signals) throws InterruptedException {
        LockManager manager = context.readOnlyManager();
        Optional<TerminalUser> user =
                TerminalUser.at(context.environment(), context.options().noInput(), signals);
        WaitingText text = new WaitingText(manager, wanted, null, timeout);
        try (WaitNotice notice =
                WaitNotice.show(user, context.environment(), context.options().quiet(), text::now)) {
            boolean free = FreeWait.await(manager, wanted, timeout);
            if (free) {
                notice.ring();
            }
            return free;
        }
    }

    private static void next(CommandContext context, List<Refusal> refusals) {
        List<String> held = refusals.stream().map(Refusal::resource).toList();
        if (!held.isEmpty()) {
            context.say("holdfast: To wait on: " + CommandText.waiting(context, held));
            refusals.stream()
                    .filter(refusal -> RequestOffer.isPossible(context, refusal))
                    .forEach(refusal -> context.say("holdfast: To ask for "
                            + (held.size() == 1 ? "it" : Text.name(refusal.resource())) + ": "
                            + CommandText.asking(context, refusal.resource(), Mode.EXCLUSIVE)));
            context.say("holdfast: To take it over: " + CommandText.takingOver(context, held));
        }
    }

    private static Refusal refusal(LockView view) {
        List<LockView.Holder> holders = LockJson.counting(view);
        return new Refusal(
                view.resource(),
                Refusal.Reason.HELD,
                holders,
                holders.get(0).hold().until(),
                view.asOf());
    }

    private static void answer(CommandContext context, boolean free, List<Refusal> refusals) {
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("free", free)
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
    }
}
