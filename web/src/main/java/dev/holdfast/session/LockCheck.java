package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockEvent;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks whether an owner holds the locks of the data that it changes, and explains why not. Acquires nothing. */
record LockCheck(TransactionalLocks transactional, OwnerIds ownerIds) {
    /**
     * A lock that is not held.
     *
     * @param owner the current owner, or null
     * @param asked all locks that were checked
     * @param view the state of the lock, if it was read
     */
    record Missing(
            String resource,
            @Nullable Owner owner,
            List<String> asked,
            @Nullable LockView view) {}

    /** Returns the first missing lock, or null. Reads the store once if none is missing. */
    @Nullable
    Missing missing(@Nullable Owner owner, Mode mode, List<String> resources) {
        if (owner == null) {
            return new Missing(resources.get(0), null, resources, null);
        }
        if (resources.size() == 1) {
            LockView view = transactional.within(now -> now.view(resources.get(0)));
            return holds(view, owner, mode) ? null : new Missing(view.resource(), owner, resources, view);
        }
        if (transactional.within(now -> holdsAll(now, owner, mode, resources))) {
            return null;
        }
        Map<String, LockView> views = new LinkedHashMap<>();
        transactional
                .within(now -> now.holds().listByOwner(owner.id()))
                .forEach(view -> views.put(view.resource(), view));
        for (String resource : resources) {
            LockView view = views.get(resource);
            if (view == null || !holds(view, owner, mode)) {
                return new Missing(resource, owner, resources, null);
            }
        }
        return null;
    }

    /** Returns the exclusive holds of an owner among these resources, in one trip. */
    Map<String, Hold> held(Owner owner, Collection<String> resources) {
        List<LockView> views = transactional.within(now -> resources.size() == 1
                ? List.of(now.view(resources.iterator().next()))
                : now.holds().listByOwner(owner.id()));
        Map<String, Hold> held = new LinkedHashMap<>();
        for (LockView view : views) {
            if (resources.contains(view.resource())) {
                hold(view, owner.id())
                        .filter(hold -> serves(hold, Mode.EXCLUSIVE))
                        .ifPresent(hold -> held.put(view.resource(), hold));
            }
        }
        return held;
    }

    /** Checks in one trip, if each lock was acquired alone or all together. */
    private boolean holdsAll(LockManager now, Owner owner, Mode mode, List<String> resources) {
        Receipt together = ownerIds.receipt(owner.id(), resources);
        List<Receipt> receipts = new ArrayList<>();
        for (String resource : resources) {
            receipts.add(together.on(resource));
            receipts.add(ownerIds.receipt(owner.id(), List.of(resource)));
        }
        List<Optional<Hold>> found = now.holds().view(receipts);
        for (int i = 0; i < found.size(); i += 2) {
            Optional<Hold> hold = found.get(i).isPresent() ? found.get(i) : found.get(i + 1);
            if (hold.isEmpty() || !serves(hold.get(), mode)) {
                return false;
            }
        }
        return true;
    }

    private static boolean serves(Hold hold, Mode mode) {
        return mode == Mode.SHARED || hold.mode() == Mode.EXCLUSIVE;
    }

    private static boolean holds(LockView view, Owner owner, Mode mode) {
        return hold(view, owner.id()).filter(hold -> serves(hold, mode)).isPresent();
    }

    static Optional<Hold> hold(LockView view, String owner) {
        return view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(LockView.Holder::hold)
                .filter(hold -> hold.owner().id().equals(owner))
                .findFirst();
    }

    /** Returns the refusal of a write: the missing call for the developer, and the reason for the user. */
    LockNotHeldException refusal(Missing missing) {
        String resource = missing.resource();
        String call = "call CurrentLocks.acquire(\"" + resource + "\") when editing begins.";
        Owner owner = missing.owner();
        String lost = owner == null ? null : lost(owner.id(), resource, missing.asked());
        if (lost != null) {
            return new LockNotHeldException(resource, lost + " Nothing was changed: load it again, and " + call, lost);
        }
        String held = missing.view() == null || missing.view().free() ? "" : sentence(missing.view());
        String message = resource + " is about to be changed without its lock: " + call;
        return new LockNotHeldException(resource, held.isEmpty() ? message : message + " " + held, held);
    }

    private String sentence(LockView view) {
        List<LockView.Holder> holders = view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .toList();
        return Sentences.sentence(
                new Refusal(view.resource(), Refusal.Reason.HELD, holders, null, view.asOf()), transactional.rules());
    }

    /**
     * Returns why an owner lost a lock, in a sentence; null if it did not, as far as is known.
     *
     * @param together the resources that it may have been acquired with
     */
    @Nullable
    String lost(String owner, String resource, List<String> together) {
        return lost(owner, List.of(resource), together.contains(resource) ? together : List.of(resource))
                .get(resource);
    }

    /** Returns the same for several resources, all of them among those that they may have been acquired with. */
    Map<String, String> lost(String owner, Collection<String> resources, Collection<String> together) {
        Receipt withOthers = ownerIds.receipt(owner, together);
        Map<String, String> sentences = new LinkedHashMap<>();
        for (String resource : resources) {
            Receipt alone = ownerIds.receipt(owner, List.of(resource));
            String sentence = lost(owner, alone, withOthers.on(resource));
            if (sentence != null) {
                sentences.put(resource, sentence);
            }
        }
        return sentences;
    }

    private @Nullable String lost(String owner, Receipt alone, Receipt withOthers) {
        return transactional.within(now -> Stream.of(alone, withOthers)
                .distinct()
                .flatMap(receipt -> now.holds().loss(receipt).stream())
                .findFirst()
                .filter(loss -> wasTheLast(now, owner, loss))
                .map(loss -> Sentences.sentence(loss, transactional.rules()))
                .orElse(null));
    }

    /** Returns whether the loss was the last event: the session may have acquired and released it again, with that receipt. */
    private static boolean wasTheLast(LockManager now, String owner, Loss loss) {
        return now.admin().history(new HistoryQuery(loss.resource(), owner, 1)).stream()
                .filter(past -> past.event().resource().equals(loss.resource()))
                .noneMatch(past -> past.event().kind() == LockEvent.EventKind.RELEASED);
    }
}
