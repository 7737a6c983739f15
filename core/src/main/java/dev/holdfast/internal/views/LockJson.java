package dev.holdfast.internal.views;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Closed;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.json.JsonFragment;
import dev.holdfast.internal.json.JsonText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks for programs: the words of {@code docs/schemas/words.schema.json}. The same fields are always there, times are in UTC,
 * and what a field means does not depend on the command.
 */
public final class LockJson {
    private static final Owner ANOTHER_USER = Owner.of("another user");
    /** Events whose actor is, or may become, another holder. */
    private static final Set<EventKind> ACTOR_IS_PRIVATE = EnumSet.of(
            EventKind.OVERRIDDEN,
            EventKind.YIELDED,
            EventKind.REQUESTED,
            EventKind.PROMISED,
            EventKind.DECLINED,
            EventKind.UNANSWERED,
            EventKind.WITHDRAWN,
            EventKind.LAPSED);

    private LockJson() {}

    /** Returns one resource with its holds, those that are over and its queue. */
    public static Map<String, @Nullable Object> lock(LockView view) {
        return lock(view, Viewer.ALL);
    }

    /** Returns one resource for a reader who may not know everything. */
    public static Map<String, @Nullable Object> lock(LockView view, Viewer viewer) {
        String resource = view.resource();
        JsonAnswer answer = new JsonAnswer()
                .with("resource", resource)
                .with("free", view.free())
                .with("holders", holders(resource, counting(view), viewer))
                .with(
                        "ended",
                        holders(
                                resource,
                                view.holders().stream()
                                        .filter(judged -> judged.state().ended())
                                        .toList(),
                                viewer))
                .with("waiting", view.waiting())
                .with(
                        "queue",
                        view.queue().stream()
                                .map(waiter -> waiter(resource, waiter, viewer))
                                .toList());
        List<Map<String, @Nullable Object>> requests = RequestJson.visible(view.requests(), viewer);
        if (!requests.isEmpty()) {
            answer.with("requests", requests);
        }
        return answer.with("asOf", text(view.asOf())).tree();
    }

    /** Returns the holds that count. */
    public static List<LockView.Holder> counting(LockView view) {
        return view.holders().stream().filter(judged -> !judged.state().ended()).toList();
    }

    /** Returns one owner's grant. */
    public static Map<String, @Nullable Object> hold(String resource, Hold hold) {
        return fields(resource, hold, Viewer.ALL).tree();
    }

    /** Returns one owner's grant, for a viewer that may not know everything. */
    public static Map<String, @Nullable Object> hold(String resource, Hold hold, Viewer viewer) {
        return fields(resource, hold, viewer).tree();
    }

    /** Returns a hold for its owner. The receipt is a secret; it is null if the owner was not known by a receipt. */
    public static Map<String, @Nullable Object> own(String resource, @Nullable Receipt receipt, Hold hold) {
        return own(resource, receipt, hold, Viewer.ALL);
    }

    /** Returns a hold for an owner that has another id here. */
    public static Map<String, @Nullable Object> own(
            String resource, @Nullable Receipt receipt, Hold hold, Viewer viewer) {
        return fields(resource, hold, viewer)
                .with("receipt", receipt == null ? null : receipt.text())
                .tree();
    }

    /** Returns the same text as {@link #own(String, Receipt, Hold, Viewer)}, without a tree in between. */
    public static JsonFragment ownText(String resource, Receipt receipt, Hold hold, Viewer viewer) {
        return JsonText.fragment(hold, (part, text) -> {
            putFields(resource, part, viewer, text::putValue);
            text.put("receipt", receipt.text());
        });
    }

    /** Returns the reason why a request was refused or a call had no effect. */
    public static Map<String, @Nullable Object> refusal(Refusal refusal) {
        return refusal(refusal, label(refusal.reason()), refusal.sentence(ZoneId.systemDefault()));
    }

    /** Returns a refusal with another reason and sentence. */
    public static Map<String, @Nullable Object> refusal(Refusal refusal, String why, String sentence) {
        return refusal(refusal, why, sentence, Viewer.ALL);
    }

    /** Returns a refusal for a reader who may not know everything. */
    public static Map<String, @Nullable Object> refusal(Refusal refusal, String why, String sentence, Viewer viewer) {
        return new JsonAnswer()
                .with("resource", refusal.resource())
                .with("why", why)
                .with("holders", holders(refusal.resource(), refusal.holders(), viewer))
                .with("retryAt", text(refusal.retryAt()))
                .with("sentence", sentence)
                .tree();
    }

    /** Returns a past event of a hold. */
    public static Map<String, @Nullable Object> event(HistoryEntry past) {
        return event(past, Viewer.ALL);
    }

    /** Returns a past event for a reader who may not know everything. The actor of a takeover is the present holder. */
    public static Map<String, @Nullable Object> event(HistoryEntry past, Viewer viewer) {
        LockEvent event = past.event();
        String resource = event.resource();
        boolean named =
                !ACTOR_IS_PRIVATE.contains(event.kind()) || viewer.privacy(resource, ANOTHER_USER) != Privacy.HIDDEN;
        return fields(resource, event.hold(), viewer)
                .with("at", text(past.at()))
                .with("kind", label(event.kind()))
                .with("actor", named ? event.actor() : "")
                .with("reason", event.reason())
                .tree();
    }

    /** Returns a request to a holder as its asker may see it. */
    public static Map<String, @Nullable Object> request(HandOverRequest request, Viewer viewer) {
        return RequestJson.toAsker(request, viewer);
    }

    /** Returns the value as programs read it: in small letters, with dashes. */
    public static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<Map<String, @Nullable Object>> holders(
            String resource, List<LockView.Holder> holds, Viewer viewer) {
        return holds.stream()
                .map(judged -> fields(resource, judged.hold(), viewer)
                        .with("state", label(judged.state()))
                        .tree())
                .toList();
    }

    /** Returns the fields of a hold. Private ones are null or empty; a fence is among them, since it can be a time in disguise. */
    private static JsonAnswer fields(String resource, Hold hold, Viewer viewer) {
        JsonAnswer answer = new JsonAnswer();
        putFields(resource, hold, viewer, answer::with);
        return answer;
    }

    private static void putFields(String resource, Hold hold, Viewer viewer, BiConsumer<String, @Nullable Object> to) {
        Privacy privacy = viewer.privacy(resource, hold.owner());
        boolean open = privacy == Privacy.OPEN;
        to.accept("resource", resource);
        to.accept("name", name(hold.owner(), privacy));
        to.accept("owner", open ? viewer.id(hold.owner()) : null);
        to.accept("mode", label(hold.mode()));
        to.accept("fence", open ? hold.fence() : null);
        to.accept("since", open ? text(hold.since()) : null);
        to.accept("active", open ? text(hold.active()) : null);
        to.accept("seen", open ? text(hold.seen()) : null);
        to.accept("until", open ? text(hold.until()) : null);
        to.accept("lease", open ? lease(hold.lease()) : null);
        to.accept("note", open ? hold.note() : "");
        to.accept("processes", open ? processes(hold.owner().processes()) : List.of());
        if (viewer.owns(hold.owner())) {
            to.accept("mine", true);
        }
        if (Closed.is(hold.entries(), hold.owner().id())) {
            to.accept("closed", true);
        }
    }

    static @Nullable String name(Owner owner, Privacy privacy) {
        return privacy == Privacy.HIDDEN ? null : owner.name();
    }

    private static Map<String, @Nullable Object> waiter(String resource, LockView.WaitingCaller waiter, Viewer viewer) {
        Owner owner = waiter.owner();
        Privacy privacy = viewer.privacy(resource, owner);
        boolean open = privacy == Privacy.OPEN;
        JsonAnswer answer = new JsonAnswer()
                .with("name", name(owner, privacy))
                .with("owner", open ? viewer.id(owner) : null)
                .with("mode", label(waiter.mode()))
                .with("since", open ? text(waiter.since()) : null);
        return (waiter.behind() == 0 ? answer : answer.with("behind", waiter.behind())).tree();
    }

    /** Returns the limits of a lease, each in ISO 8601 or null. */
    public static Map<String, @Nullable Object> lease(Lease lease) {
        return new JsonAnswer()
                .with("absolute", text(lease.absolute()))
                .with("idle", text(lease.idle()))
                .with("grace", text(lease.grace()))
                .tree();
    }

    private static List<Map<String, @Nullable Object>> processes(List<ProcessId> processes) {
        return processes.stream()
                .map(process -> new JsonAnswer()
                        .with("pid", process.pid())
                        .with("host", process.host())
                        .tree())
                .toList();
    }

    static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : duration.toString();
    }

    static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : Instants.write(moment);
    }
}
