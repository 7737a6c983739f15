package dev.holdfast.cli.command;

import dev.holdfast.Holds;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.cli.acquire.AcquireOutput;
import dev.holdfast.cli.acquire.InteractiveAcquire;
import dev.holdfast.cli.acquire.LeftTexts;
import dev.holdfast.cli.acquire.RefusalOutput;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.options.AcquireOptions;
import dev.holdfast.cli.options.OperationOptions;
import dev.holdfast.cli.terminal.Signals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes locks that outlive this process, for the instance that it belongs to. */
@Command(
        name = "acquire",
        description = "Takes locks, all or none, and prints a receipt for each.",
        footer = {
            "holdfast acquire Chapter_03 --note 'second draft'",
            "holdfast acquire Chapter_03 StyleSystem --wait 2m",
            "holdfast acquire job-17 --owner nightly --pid 4242"
        })
final class AcquireCommand extends HoldfastCommand {
    @Parameters(
            paramLabel = "RESOURCE",
            arity = "0..*",
            description = "What to lock, by name or by a file of the project.")
    private List<String> resources = List.of();

    @Mixin
    private OperationOptions operation = new OperationOptions();

    @Mixin
    private AcquireOptions how = new AcquireOptions();

    @Option(
            names = "--pid",
            paramLabel = "N",
            description =
                    "The process whose end releases the locks; otherwise this terminal, unless an owner is named.")
    private @Nullable Long pid;

    @Override
    protected int run(CommandContext context) {
        how.check();
        List<String> wanted = operation.resources(context.project(), resources);
        if (wanted.isEmpty()) {
            AcquireOutput.nothing(context);
            return ExitCode.DONE;
        }
        Owner owner = context.instance().sessionOwner().bound(LastingProcess.of(context, pid));
        try (Signals signals = Signals.interruptingThisThread()) {
            return acquire(context, how.request(wanted).owner(owner), owner, signals);
        }
    }

    private int acquire(CommandContext context, LockRequest request, Owner owner, Signals signals) {
        Holds.Grant grant;
        try {
            grant = InteractiveAcquire.withReceipts(context, how, signals).take(request);
        } catch (InterruptedException e) {
            throw signals.cancelled();
        }
        if (!grant.granted()) {
            new RefusalOutput(context, how, "acquire").print(grant.refusals(), owner);
            return how.busyCode();
        }
        signals.react(signal -> {});
        Thread.interrupted(); // by a signal that came when it was granted already
        if (signals.received().isPresent()) {
            context.manager().holds().release(grant.receipts());
            throw signals.cancelled();
        }
        AcquireOutput.granted(context, grant, pid != null);
        if (how.overrides()) {
            LeftTexts.say(context, grant.receipts());
        }
        return ExitCode.DONE;
    }
}
