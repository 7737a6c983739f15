package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Requests;
import dev.holdfast.Requests.Asked;
import dev.holdfast.cli.acquire.AcquireOutput;
import dev.holdfast.cli.acquire.CommandText;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.cli.acquire.RequestWait;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.DurationConverter;
import dev.holdfast.cli.terminal.Signals;
import dev.holdfast.cli.terminal.TerminalUser;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the holder of a lock to hand it over. */
@Command(
        name = "request",
        description = {
            "Asks the holder of a lock to hand it over. The holder answers now, in some minutes, or no.",
            "With --wait the lock is yours when the command ends with 0, and its receipt is printed; else 75."
        },
        footer = {
            "holdfast request Chapter_03 --message 'Can I have it?'",
            "holdfast request Chapter_03 --wait 15m",
            "holdfast request Chapter_03 --withdraw"
        })
final class RequestCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", description = "What to ask for, by name or by a file of the project.")
    private String resource = "";

    @Option(names = "--message", paramLabel = "TEXT", description = "Some words for the holder.")
    private String message = "";

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Wait this long for the answer and for the lock, then withdraw the request.")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "exclusive",
            description = "exclusive (default) or shared.")
    private Mode mode = Mode.EXCLUSIVE;

    @Option(
            names = "--pid",
            paramLabel = "N",
            description = "The process whose end releases the lock; otherwise this terminal, unless an owner is named.")
    private @Nullable Long pid;

    @Option(names = "--withdraw", description = "Withdraw your request.")
    private boolean withdraw;

    @Override
    protected int run(CommandContext context) {
        String name = context.named(List.of(resource)).get(0);
        Owner owner = context.instance().sessionOwner();
        if (withdraw) {
            return withdraw(context, name, owner);
        }
        List<ProcessId> lasting = LastingProcess.of(context, pid);
        boolean waits = !timeout.isZero();
        // A hand-over to a command that ended while it waited would block the lock for nothing.
        Owner bound = owner.bound(waits ? List.of(ProcessTable.system().self()) : lasting);
        LockRequest wanted = LockRequest.of(name).owner(bound).mode(mode);
        try (Signals signals = Signals.interruptingThisThread()) {
            Asked asked = requests(context).ask(wanted, message);
            context.say("holdfast: " + asked.sentence(ZoneId.systemDefault()) + RequestText.unreachable(asked));
            NotAsked refusal = asked.refusal();
            if (refusal != null) {
                return refused(context, asked, refusal);
            }
            if (waits) {
                return await(context, asked, wanted, lasting, signals);
            }
            String own = CommandText.word(name) + CommandText.place(context);
            context.say("holdfast: To see the answer: holdfast requests" + CommandText.place(context));
            context.say("holdfast: To withdraw it: holdfast request --withdraw " + own);
            answer(context, asked, asked.requests(), null);
            return ExitCode.DONE;
        }
    }

    private static Requests requests(CommandContext context) {
        return context.manager().holds().requests();
    }

    private static int refused(CommandContext context, Asked asked, NotAsked why) {
        String name = CommandText.word(asked.receipt().resource());
        String place = CommandText.place(context);
        switch (why) {
            case FREE -> context.say("holdfast: To take it: holdfast acquire " + name + place);
            case OPEN_ALREADY -> context.say("holdfast: To see the answer: holdfast requests" + place);
            case OWN, OWNER_ENDED -> {}
            default -> context.say("holdfast: To wait for it: holdfast acquire " + name + " --wait 5m" + place);
        }
        if (context.options().json()) {
            answer(context, asked, List.of(), null);
        }
        return ExitCode.BUSY;
    }

    private int await(
            CommandContext context, Asked asked, LockRequest wanted, List<ProcessId> lasting, Signals signals) {
        RequestWait wait = new RequestWait(context, wanted, asked.receipt(), asked.requests(), timeout);
        Grant grant;
        try {
            Optional<Grant> taken = wait.await(
                    TerminalUser.at(context.environment(), context.options().noInput(), signals));
            if (taken.isEmpty()) {
                answer(context, asked, wait.requests(), null);
                return ExitCode.BUSY;
            }
            grant = taken.get();
        } catch (InterruptedException e) {
            wait.cancel();
            throw signals.cancelled("Cancelled; the request is withdrawn.");
        }
        signals.react(signal -> {});
        Thread.interrupted(); // by a signal that came when it was granted already
        if (signals.received().isPresent()) {
            context.manager().holds().release(grant.receipts());
            throw signals.cancelled();
        }
        answer(context, asked, wait.requests(), lasting(context.manager(), grant, lasting));
        return ExitCode.DONE;
    }

    /** Returns the grant with its hold bound to those processes instead of this one, which ends in a moment. */
    private static Grant lasting(LockManager manager, Grant grant, List<ProcessId> processes) {
        LockHandle handle = manager.attach(grant.receipts());
        if (processes.isEmpty()) {
            handle.detach();
        } else {
            handle.detachTo(processes);
        }
        List<Hold> holds = manager.holds().view(grant.receipts()).stream()
                .flatMap(Optional::stream)
                .toList();
        return holds.isEmpty() ? grant : new Grant(grant.receipts(), holds, List.of(), grant.asOf());
    }

    private int withdraw(CommandContext context, String name, Owner owner) {
        boolean open = requests(context).withdraw(name, owner.id());
        String shown = Text.name(name);
        context.say(
                open
                        ? "holdfast: Your request for " + shown + " is withdrawn."
                        : "holdfast: You have no open request for " + shown + ".");
        if (context.options().json()) {
            context.answer(new JsonAnswer().with("withdrawn", open));
        }
        return ExitCode.DONE;
    }

    private static void answer(
            CommandContext context, Asked asked, List<HandOverRequest> requests, @Nullable Grant grant) {
        if (!context.options().json()) {
            if (grant != null) {
                AcquireOutput.granted(context, grant, false);
            }
            return;
        }
        NotAsked why = asked.refusal();
        context.answer(new JsonAnswer()
                .with("granted", grant != null)
                .with(
                        "holds",
                        grant == null
                                ? List.of()
                                : List.of(LockJson.own(
                                        asked.receipt().resource(),
                                        asked.receipt(),
                                        grant.holds().get(0))))
                .with("why", why == null ? null : LockJson.label(why))
                .with("retryAt", asked.retryAt() == null ? null : Instants.write(asked.retryAt()))
                .with("unreachable", asked.unreachable())
                .with("requests", requests.stream().map(RequestText::json).toList()));
    }
}
