package dev.holdfast.cli.guard;

import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether a user may change resources in a repository for all.
 *
 * @param user as the transport has authenticated it
 */
public record ReceiveCheck(LockManager locks, String user) {
    /** From this number of resources on, it is faster to list all locks. */
    private static final int MANY = 64;

    /** Returns a refusal for each resource that another user holds. A holder whose user is not known is another. */
    public List<Refusal> of(Collection<String> resources) {
        List<Refusal> refusals = new ArrayList<>();
        for (LockView view : views(resources)) {
            List<LockView.Holder> others = view.holders().stream()
                    .filter(holder -> !holder.state().ended()
                            && !holder.hold().owner().user().equals(user))
                    .toList();
            refusal(view, others).ifPresent(refusals::add);
        }
        return refusals;
    }

    /** Returns the refusal of a resource that others hold; empty if there are none. */
    static Optional<Refusal> refusal(LockView view, List<LockView.Holder> others) {
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        view.resource(),
                        Refusal.Reason.HELD,
                        others,
                        others.get(0).hold().until(),
                        view.asOf()));
    }

    private Collection<LockView> views(Collection<String> resources) {
        Map<String, LockView> views = new LinkedHashMap<>();
        if (resources.size() < MANY) {
            resources.forEach(resource -> views.put(resource, locks.view(resource)));
        } else {
            locks.list("").stream()
                    .filter(view -> resources.contains(view.resource()))
                    .forEach(view -> views.put(view.resource(), view));
        }
        return views.values();
    }
}
