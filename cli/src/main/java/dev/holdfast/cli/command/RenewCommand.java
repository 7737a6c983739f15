package dev.holdfast.cli.command;

import dev.holdfast.Acquisition;
import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.acquire.LostHolds;
import dev.holdfast.cli.acquire.PartialFailures;
import dev.holdfast.cli.acquire.Receipts;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a heartbeat for holds that no process renews by itself. */
@Command(
        name = "renew",
        description = "Renews locks, so that they do not expire or look stale; exit code 76 if one is lost.",
        footer = {"holdfast renew Chapter_03", "holdfast renew --receipt \"$receipt\""})
final class RenewCommand extends HoldfastCommand {
    @Parameters(paramLabel = "RESOURCE", arity = "0..*", description = "What this instance holds.")
    private List<String> resources = List.of();

    @Option(names = "--receipt", paramLabel = "RECEIPT", description = "What acquire printed; may repeat.")
    private List<String> receipts = List.of();

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        if (resources.isEmpty() && receipts.isEmpty()) {
            throw CommandFailure.usage("Nothing is named. Name a resource, or --receipt RECEIPT.");
        }
        PartialFailures setbacks = new PartialFailures(context);
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (Receipt receipt : receipts.stream().map(Receipts::parse).toList()) {
            renewed(context.manager(), receipt)
                    .ifPresentOrElse(
                            hold -> holds.add(LockJson.own(receipt.resource(), receipt, hold)),
                            () -> setbacks.lost(receipt.resource(), Receipts.missing(context.manager(), receipt)));
        }
        for (String resource : context.project().resources(resources)) {
            Owner owner = context.instance().sessionOwner();
            Optional<Hold> hold = renewed(context.manager(), resource, owner);
            if (hold.isPresent()) {
                holds.add(LockJson.own(resource, null, hold.get()));
            } else {
                notRenewed(context, resource, owner, setbacks);
            }
        }
        if (context.options().json()) {
            context.answer(setbacks.addTo(new JsonAnswer().with("holds", holds)));
        }
        return setbacks.exitCode();
    }

    private static void notRenewed(CommandContext context, String resource, Owner owner, PartialFailures setbacks) {
        LockView view = context.manager().view(resource);
        Optional<Loss> loss = LostHolds.of(context.manager(), resource, owner);
        if (loss.isPresent()) {
            setbacks.lost(resource, loss.get().sentence() + " " + view.sentence(ZoneId.systemDefault()));
        } else {
            setbacks.notYours(
                    view, owner.name() + " does not hold " + resource + ". " + view.sentence(ZoneId.systemDefault()));
        }
    }

    /** Renews a hold that stays bound to the same processes. */
    private static Optional<Hold> renewed(LockManager manager, Receipt receipt) {
        Optional<Hold> hold = Receipts.hold(manager, receipt);
        if (hold.isPresent() && !hold.get().owner().processes().isEmpty()) {
            manager.attach(List.of(receipt)).detachTo(hold.get().owner().processes());
            return Receipts.hold(manager, receipt);
        }
        return manager.holds().renew(receipt, true);
    }

    /** Renews a hold by entering and leaving it, which counts as a heartbeat. */
    private static Optional<Hold> renewed(LockManager manager, String resource, Owner owner)
            throws InterruptedException {
        for (LockView.Holder judged : manager.view(resource).holders()) {
            Hold hold = judged.hold();
            if (!judged.state().ended() && hold.owner().id().equals(owner.id())) {
                LockRequest request = LockRequest.of(resource).mode(hold.mode()).owner(hold.owner());
                Acquisition answer = manager.tryAcquire(request);
                LockHandle handle = answer.handle().orElse(null);
                if (handle != null) {
                    Hold renewed = handle.holds().get(0);
                    handle.close();
                    return renewed.fence() == hold.fence() ? Optional.of(renewed) : Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
