package dev.holdfast.cli.command;

import dev.holdfast.Acquisition;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a sign of life for holds that no process renews by itself. */
@Command(
        name = "renew",
        description =
                "Says that work goes on, so that a lock does not run out or look stale; exit code 76 if it is lost.",
        footer = {"holdfast renew Chapter_03", "holdfast renew --receipt \"$receipt\""})
final class RenewCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", arity = "0..*", description = "What this instance holds.")
    private List<String> resources = List.of();

    @Option(names = "--receipt", paramLabel = "RECEIPT", description = "What acquire printed; may repeat.")
    private List<String> receipts = List.of();

    @Override
    protected int run(Call call) throws InterruptedException {
        if (resources.isEmpty() && receipts.isEmpty()) {
            throw CommandFailure.usage("Say what to renew: a resource, or --receipt RECEIPT.");
        }
        int code = ExitCode.DONE;
        for (String text : receipts) {
            Receipt receipt = Receipts.parse(text);
            if (!renewed(call.manager(), receipt)) {
                call.err().println("holdfast: " + Receipts.missing(call.manager(), receipt));
                code = ExitCode.LOST;
            }
        }
        for (String resource : call.project().resources(resources)) {
            if (!renewed(call.manager(), resource, call.instance().lasting())) {
                call.err()
                        .println("holdfast: " + call.instance().lasting().name() + " does not hold " + resource + "; "
                                + call.manager().look(resource).sentence(ZoneId.systemDefault()));
                code = code == ExitCode.LOST ? code : ExitCode.NOT_PERMITTED;
            }
        }
        return code;
    }

    /** Bound to the same processes as before. */
    private static boolean renewed(LockManager manager, Receipt receipt) {
        Optional<Hold> hold = Receipts.hold(manager, receipt);
        if (hold.isPresent() && !hold.get().owner().processes().isEmpty()) {
            manager.attach(List.of(receipt)).detachTo(hold.get().owner().processes());
            return true;
        }
        return manager.renew(receipt, true).isPresent();
    }

    /** By entering the hold and leaving it again, which is a sign of life. */
    private static boolean renewed(LockManager manager, String resource, Owner owner) throws InterruptedException {
        for (Outcome.Judged judged : manager.look(resource).holds()) {
            Hold hold = judged.hold();
            if (!judged.verdict().ended() && hold.owner().id().equals(owner.id())) {
                LockRequest request = LockRequest.of(resource).mode(hold.mode()).owner(hold.owner());
                Acquisition answer = manager.tryAcquire(request);
                LockHandle handle = answer.handle().orElse(null);
                if (handle != null) {
                    handle.close();
                    return handle.fence() == hold.fence();
                }
            }
        }
        return false;
    }
}
