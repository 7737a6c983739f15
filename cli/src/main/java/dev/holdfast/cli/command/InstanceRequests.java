package dev.holdfast.cli.command;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Requests;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.owner.InstanceOwnership;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The requests to the instance that acts: for what it holds itself, and for what its {@code holdfast run} holds. */
final class InstanceRequests {
    private final Owner owner;
    private final LockManager manager;
    private final InstanceOwnership ownership;

    InstanceRequests(CommandContext context) {
        this.owner = context.instance().sessionOwner();
        this.manager = context.manager();
        this.ownership = InstanceOwnership.of(context.environment(), context.instance());
    }

    Owner owner() {
        return owner;
    }

    Requests requests() {
        return manager.holds().requests();
    }

    /** Returns the requests for all locks. */
    List<HandOverRequest> received() {
        return received(holders(manager.list("")));
    }

    /** Returns the requests for one lock. */
    List<HandOverRequest> received(String resource) {
        return received(holders(resource)).stream()
                .filter(request -> request.resource().equals(resource))
                .toList();
    }

    /** Returns the ids of the owners under which the instance holds a resource, or may hold it. */
    Set<String> holders(String resource) {
        return holders(List.of(manager.view(resource)));
    }

    private Set<String> holders(Collection<LockView> views) {
        Set<String> holders = new LinkedHashSet<>();
        holders.add(owner.id());
        for (LockView view : views) {
            for (LockView.Holder judged : view.holders()) {
                Hold hold = judged.hold();
                if (!judged.state().ended() && ownership.owns(manager, view.resource(), hold)) {
                    holders.add(hold.owner().id());
                }
            }
        }
        return holders;
    }

    private List<HandOverRequest> received(Set<String> holders) {
        List<HandOverRequest> all = new ArrayList<>();
        for (String holder : holders) {
            all.addAll(requests().listByHolder(holder));
        }
        return all;
    }
}
