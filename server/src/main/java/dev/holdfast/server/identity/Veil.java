package dev.holdfast.server.identity;

import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.json.JsonFragment;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.internal.views.Viewer;
import dev.holdfast.server.http.Caller;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what a caller may know about holders: all about its own, all as an administrator, else what the policy allows. */
public record Veil(LockManager locks, Caller caller) implements Viewer {
    /** Returns the view of callers without any rights. */
    public static Veil ofStrangers(LockManager locks) {
        return new Veil(locks, new Caller("", "", List.of()));
    }

    @Override
    public Privacy privacy(String resource, Owner owner) {
        return Identity.isOwn(caller, owner) ? Privacy.OPEN : privacy(resource);
    }

    @Override
    public boolean owns(Owner owner) {
        return Identity.isOwn(caller, owner);
    }

    /** Returns what the caller may know about other holders. */
    public Privacy privacy(String resource) {
        return caller.may(Caller.Role.ADMIN, resource)
                ? Privacy.OPEN
                : locks.admin().policy(resource).privacy();
    }

    @Override
    public String id(Owner owner) {
        return Identity.givenId(caller, owner.id());
    }

    /** Returns whether the caller may see the resource at all. */
    public boolean sees(String resource) {
        return caller.may(Caller.Role.READER, resource);
    }

    /** Returns one resource as the caller may see it. */
    public Map<String, @Nullable Object> lock(LockView view) {
        return LockJson.lock(view, this);
    }

    /** Returns an earlier state of a resource. Hides when it was observed from callers that must not know the time of a change. */
    public Map<String, @Nullable Object> lock(LockView view, Instant now) {
        return lock(
                privacy(view.resource()) == Privacy.OPEN
                        ? view
                        : new LockView(
                                view.resource(), view.version(), view.holders(), view.queue(), view.requests(), now));
    }

    /** Returns a hold as the caller may see it. */
    public Map<String, @Nullable Object> hold(String resource, Hold hold) {
        return LockJson.hold(resource, hold, this);
    }

    /** Returns a hold whose receipt the caller has or gets. */
    public Map<String, @Nullable Object> own(String resource, Receipt receipt, Hold hold) {
        return LockJson.own(resource, receipt, hold, this);
    }

    /** Returns the text of a hold whose receipt the caller has or gets. */
    public JsonFragment ownText(Receipt receipt, Hold hold) {
        return LockJson.ownText(receipt.resource(), receipt, hold, this);
    }

    /** Returns a refusal as the caller may see it. */
    public Map<String, @Nullable Object> refusal(Refusal refusal, String why, String sentence) {
        boolean elsewhere = refusal.reason() == Refusal.Reason.SLOT_TAKEN;
        return LockJson.refusal(refusal, why, sentence, elsewhere ? new Elsewhere(this, privacy(refusal)) : this);
    }

    /** Returns what the caller may know about the conflicting holders: the strictest privacy of all of them. */
    public Privacy privacy(Refusal refusal) {
        return refusal.holders().stream()
                .map(LockView.Holder::hold)
                .map(hold -> refusal.reason() == Refusal.Reason.SLOT_TAKEN
                        ? privacyElsewhere(hold)
                        : privacy(refusal.resource(), hold.owner()))
                .max(Comparator.naturalOrder())
                .orElse(Privacy.OPEN);
    }

    /**
     * Returns what the caller may know about a hold that fills a slot. The hold is on another resource of the scope, which may
     * have another policy and need other rights.
     */
    private Privacy privacyElsewhere(Hold hold) {
        String scope = hold.slot().split("\n", 2)[0] + "/";
        boolean own = owns(hold.owner()) && caller.may(Caller.Role.READER, scope);
        return own || caller.may(Caller.Role.ADMIN, scope) ? Privacy.OPEN : Privacy.HIDDEN;
    }

    /** Returns a past event as the caller may see it. */
    public Map<String, @Nullable Object> past(HistoryEntry past) {
        return LockJson.event(past, this);
    }

    /** A viewer with a fixed privacy, for a hold on another resource. */
    private record Elsewhere(Viewer viewer, Privacy privacy) implements Viewer {
        @Override
        public Privacy privacy(String resource, Owner owner) {
            return privacy;
        }

        @Override
        public boolean owns(Owner owner) {
            return viewer.owns(owner);
        }

        @Override
        public String id(Owner owner) {
            return viewer.id(owner);
        }
    }

    /** Returns a loss without details that the caller must not know. */
    public Loss of(Loss loss) {
        return privacy(loss.resource()) == Privacy.HIDDEN ? loss.anonymous() : loss;
    }
}
