package dev.holdfast.session;

import dev.holdfast.LockView;
import dev.holdfast.Locks;
import dev.holdfast.Loss;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.store.HistoryQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out whether an owner has what it is about to change, and why not. Takes nothing. */
final class LockCheck {
    private final TransactionalLocks transactional;
    private final OwnerIds ownerIds;

    LockCheck(TransactionalLocks transactional, OwnerIds ownerIds) {
        this.transactional = transactional;
        this.ownerIds = ownerIds;
    }

    /**
     * One that is not held.
     *
     * @param owner who acts, or null for nobody
     * @param asked all that were asked for
     * @param view how it is instead, if that was seen
     */
    record Missing(
            String resource,
            @Nullable Owner owner,
            List<String> asked,
            @Nullable LockView view) {}

    /** The first that is missing, or null. One trip if none is. */
    @Nullable
    Missing missing(@Nullable Owner owner, Mode mode, List<String> resources) {
        if (owner == null) {
            return new Missing(resources.get(0), null, resources, null);
        }
        if (resources.size() == 1) {
            LockView view = transactional.within(now -> now.look(resources.get(0)));
            return holds(view, owner, mode) ? null : new Missing(view.resource(), owner, resources, view);
        }
        if (transactional.within(now -> holdsAll(now, owner, mode, resources))) {
            return null;
        }
        Map<String, LockView> views = new LinkedHashMap<>();
        transactional.within(now -> now.listOf(owner.id())).forEach(view -> views.put(view.resource(), view));
        for (String resource : resources) {
            LockView view = views.get(resource);
            if (view == null || !holds(view, owner, mode)) {
                return new Missing(resource, owner, resources, null);
            }
        }
        return null;
    }

    /** What that owner has of them for itself alone, by resource, in one trip. */
    Map<String, Hold> held(Owner owner, Collection<String> resources) {
        List<LockView> views = transactional.within(now ->
                resources.size() == 1 ? List.of(now.look(resources.iterator().next())) : now.listOf(owner.id()));
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

    /** In one trip, if each was taken by itself or all of them together. */
    private boolean holdsAll(Locks now, Owner owner, Mode mode, List<String> resources) {
        Receipt together = ownerIds.receipt(owner.id(), resources);
        List<Receipt> receipts = new ArrayList<>();
        for (String resource : resources) {
            receipts.add(together.on(resource));
            receipts.add(ownerIds.receipt(owner.id(), List.of(resource)));
        }
        List<Optional<Hold>> found = now.holds(receipts);
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

    /** What that owner has there. */
    static Optional<Hold> hold(LockView view, String owner) {
        return view.holds().stream()
                .filter(judged -> !judged.verdict().ended())
                .map(Outcome.Judged::hold)
                .filter(hold -> hold.owner().id().equals(owner))
                .findFirst();
    }

    /** One sentence that names the missing call, or what became of the lock. */
    String sentence(Missing missing) {
        String resource = missing.resource();
        String call = "call CurrentLocks.acquire(\"" + resource + "\") when editing begins.";
        Owner owner = missing.owner();
        String lost = owner == null ? null : lost(owner.id(), resource, missing.asked());
        if (lost != null) {
            return lost + " Nothing was changed: load it again, and " + call;
        }
        return resource + " is about to be changed without its lock: " + call
                + (missing.view() == null || missing.view().free() ? "" : " " + sentence(missing.view()));
    }

    private String sentence(LockView view) {
        List<Outcome.Judged> holders = view.holds().stream()
                .filter(judged -> !judged.verdict().ended())
                .toList();
        return Sentences.sentence(
                new Refusal(view.resource(), Outcome.Reason.HELD, holders, null, view.asOf()), transactional.rules());
    }

    /**
     * Why that owner lost it, in a sentence; null if it did not, as far as is known.
     *
     * @param together what it may have been taken with
     */
    @Nullable
    String lost(String owner, String resource, List<String> together) {
        return lost(owner, List.of(resource), together.contains(resource) ? together : List.of(resource))
                .get(resource);
    }

    /** Returns the same for several resources, all of which are among those that they may have been taken with. */
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
                .flatMap(receipt -> now.loss(receipt).stream())
                .findFirst()
                .filter(loss -> wasTheLast(now, owner, loss))
                .map(loss -> Sentences.sentence(loss, transactional.rules()))
                .orElse(null));
    }

    /** The same session may have taken it again since, and given it back: it goes by the same receipt. */
    private static boolean wasTheLast(Locks now, String owner, Loss loss) {
        return now.history(new HistoryQuery(loss.resource(), owner, 1)).stream()
                .filter(past -> past.event().resource().equals(loss.resource()))
                .noneMatch(past -> past.event().notice().kind() == Notice.Kind.RELEASED);
    }
}
