package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Receipt;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.http.AuditEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Creates the audit events of calls about locks. A hold is identified by its id in the store, which does not reveal the
 * receipt. A renewal is not recorded, since it changes only a time.
 */
final class AuditEvents {
    private static final String HOLD = "hold";
    private static final String FENCE = "fence";
    private static final String OWNER = "owner";
    private static final String REASON = "reason";

    private AuditEvents() {}

    /** Returns an event for each hold. A call that waited got it from the queue, or when the lock was free again. */
    static List<AuditEvent> acquired(Grant grant, LockRequest request, long start) {
        List<AuditEvent> auditEvents = new ArrayList<>();
        for (int i = 0; i < grant.holds().size(); i++) {
            Hold hold = grant.holds().get(i);
            Receipt receipt = grant.receipts().get(i);
            AuditEvent auditEvent = AuditEvent.of("acquire", receipt.resource())
                    .with("mode", hold.mode().name().toLowerCase(Locale.ROOT))
                    .with(FENCE, hold.fence())
                    .with(HOLD, receipt.holdId().toString())
                    .with(OWNER, hold.owner().id());
            if (!request.timeout().isZero()) {
                auditEvent = auditEvent.with("waitedMillis", (System.nanoTime() - start) / 1_000_000);
            }
            auditEvents.add(request.takeover() == null ? auditEvent : auditEvent.with("takeover", request.takeover()));
        }
        return auditEvents;
    }

    /**
     * Returns an event for each receipt, if there was a hold to release.
     *
     * @param author the author whose draft was discarded with it; null for none
     */
    static List<AuditEvent> released(List<Receipt> receipts, boolean released, @Nullable String author) {
        if (!released) {
            return List.of();
        }
        List<AuditEvent> auditEvents = new ArrayList<>();
        for (Receipt receipt : receipts) {
            AuditEvent auditEvent = AuditEvent.of("release", receipt.resource())
                    .with(HOLD, receipt.holdId().toString());
            auditEvents.add(
                    author == null
                            ? auditEvent
                            : auditEvent.with("draft", "discarded").ending(about(receipt.resource(), author)));
        }
        return auditEvents;
    }

    /** Returns the event of a page that was left: its hold is released soon, unless the page is back. */
    static AuditEvent left(Receipt receipt) {
        return AuditEvent.of("leave", receipt.resource())
                .with(HOLD, receipt.holdId().toString());
    }

    static AuditEvent released(String resource, String owner) {
        return AuditEvent.of("release", resource).with(OWNER, owner);
    }

    static List<AuditEvent> forced(String resource, List<Hold> holds, String by, String reason) {
        return holds.stream()
                .map(hold -> AuditEvent.of("force-release", resource)
                        .with(FENCE, hold.fence())
                        .with(HOLD, hold.id().toString())
                        .with(OWNER, hold.owner().id())
                        .with("by", by)
                        .with(REASON, reason))
                .toList();
    }

    /** Returns the event for a saved draft, which is recorded once and without its text. */
    static AuditEvent saved(Draft draft) {
        return AuditEvent.of("draft", draft.resource())
                .with("author", draft.user())
                .once(about(draft.resource(), draft.user()));
    }

    static AuditEvent discarded(String resource, String author) {
        return AuditEvent.of("discard-draft", resource).with("author", author).ending(about(resource, author));
    }

    private static String about(String resource, String author) {
        return "draft " + resource + '\0' + author;
    }

    /** Returns the events for a heartbeat whose hold was lost, which is recorded once, and for a draft that came with it. */
    static List<AuditEvent> lost(HoldRef held, Loss loss, Renewal renewal) {
        String id = held.kept().holdId().toString();
        AuditEvent auditEvent =
                AuditEvent.of("lost", loss.resource()).with(HOLD, id).once("lost " + loss.resource() + '\0' + id);
        Ending ending = loss.ending().orElse(null);
        if (ending != null) {
            auditEvent = auditEvent
                    .with("why", LockJson.label(ending.kind()))
                    .with(FENCE, ending.fence())
                    .with(OWNER, ending.owner().id())
                    .with("by", ending.actor())
                    .with(REASON, ending.reason());
        }
        List<AuditEvent> auditEvents = new ArrayList<>(List.of(auditEvent));
        renewal.draft().map(AuditEvents::saved).ifPresent(auditEvents::add);
        return auditEvents;
    }
}
