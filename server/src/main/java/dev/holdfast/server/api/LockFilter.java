package dev.holdfast.server.api;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.identity.Veil;
import java.util.Locale;
import java.util.Set;

/**
 * The conditions of a list. Only what the caller may see of a lock counts, so that no condition reveals a hidden holder.
 *
 * @param text in lower case, which a name of the resource or of a visible holder contains; empty for any
 * @param state of a hold, or {@code waiting}; empty for any
 * @param holder the id of an owner as the caller sees it; empty for any
 */
record LockFilter(Veil veil, String text, String state, String holder) {
    private static final Set<String> STATES = Set.of("live", "suspect", "dead", "expired", "waiting");

    /** Returns the conditions of a request. */
    static LockFilter of(Request request, Veil veil) {
        String state = request.query("state").toLowerCase(Locale.ROOT);
        if (!state.isEmpty() && !STATES.contains(state)) {
            throw Problem.invalid("'state' must be live, suspect, dead, expired or waiting.");
        }
        String text = Bounds.text("'q'", request.query("q"), Bounds.PERSON).toLowerCase(Locale.ROOT);
        return new LockFilter(veil, text, state, Bounds.text("'holder'", request.query("holder"), Bounds.PERSON));
    }

    /** Returns whether a lock meets all conditions. */
    boolean matches(LockView view) {
        return veil.sees(view.resource()) && hasState(view) && hasHolder(view) && hasText(view);
    }

    private boolean hasState(LockView view) {
        if (state.isEmpty()) {
            return true;
        }
        return state.equals("waiting")
                ? !view.queue().isEmpty()
                : view.holders().stream()
                        .anyMatch(judged -> LockJson.label(judged.state()).equals(state));
    }

    private boolean hasHolder(LockView view) {
        return holder.isEmpty()
                || view.holders().stream()
                        .map(LockView.Holder::hold)
                        .anyMatch(hold ->
                                isOpen(view, hold) && veil.id(hold.owner()).equals(holder))
                || view.queue().stream()
                        .map(LockView.WaitingCaller::owner)
                        .anyMatch(owner -> veil.privacy(view.resource(), owner) == Privacy.OPEN
                                && veil.id(owner).equals(holder));
    }

    private boolean hasText(LockView view) {
        return text.isEmpty()
                || contains(view.resource())
                || view.holders().stream()
                        .map(LockView.Holder::hold)
                        .anyMatch(hold -> contains(hold.owner().name())
                                && veil.privacy(view.resource(), hold.owner()) != Privacy.HIDDEN);
    }

    private boolean contains(String name) {
        return name.toLowerCase(Locale.ROOT).contains(text);
    }

    /** Returns whether the caller may see the times of a hold. */
    boolean isOpen(LockView view, Hold hold) {
        return veil.privacy(view.resource(), hold.owner()) == Privacy.OPEN;
    }
}
