package dev.holdfast.json;

import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Ticket;
import dev.holdfast.store.PastEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Locks for programs: the words of {@code docs/schemas/words.schema.json}. The same fields are always there, times are in UTC,
 * and what a field means does not depend on the command.
 */
public final class LockJson {
    private LockJson() {}

    /** One resource: who has it, whose holds are over, who waits. */
    public static Map<String, @Nullable Object> lock(LockView view) {
        return new JsonAnswer()
                .with("resource", view.resource())
                .with("free", view.free())
                .with("holders", holders(view.resource(), counting(view)))
                .with(
                        "ended",
                        holders(
                                view.resource(),
                                view.holds().stream()
                                        .filter(judged -> judged.verdict().ended())
                                        .toList()))
                .with("waiting", view.queue().size())
                .with("queue", view.queue().stream().map(LockJson::ticket).toList())
                .with("asOf", text(view.asOf()))
                .tree();
    }

    /** The holds that count. */
    public static List<Outcome.Judged> counting(LockView view) {
        return view.holds().stream().filter(judged -> !judged.verdict().ended()).toList();
    }

    /** One owner's grant. */
    public static Map<String, @Nullable Object> hold(String resource, Hold hold) {
        return fields(resource, hold).tree();
    }

    /** A hold for its owner. The receipt is a secret; null if it was not by receipt that the owner was known. */
    public static Map<String, @Nullable Object> own(String resource, @Nullable Receipt receipt, Hold hold) {
        return fields(resource, hold)
                .with("receipt", receipt == null ? null : receipt.text())
                .tree();
    }

    /** Why something was not granted, or not done. */
    public static Map<String, @Nullable Object> refusal(Refusal refusal) {
        return refusal(refusal, label(refusal.reason()), refusal.sentence(ZoneId.systemDefault()));
    }

    /** The same in other words. */
    public static Map<String, @Nullable Object> refusal(Refusal refusal, String why, String sentence) {
        return new JsonAnswer()
                .with("resource", refusal.resource())
                .with("why", why)
                .with("holders", holders(refusal.resource(), refusal.holders()))
                .with("retryAt", text(refusal.retryAt()))
                .with("sentence", sentence)
                .tree();
    }

    /** What happened to a hold. */
    public static Map<String, @Nullable Object> event(PastEvent past) {
        var notice = past.event().notice();
        return fields(past.event().resource(), notice.hold())
                .with("at", text(past.at()))
                .with("kind", label(notice.kind()))
                .with("actor", notice.actor())
                .with("reason", notice.reason())
                .tree();
    }

    /** As programs read it: in small letters, with dashes. */
    public static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<Map<String, @Nullable Object>> holders(String resource, List<Outcome.Judged> holds) {
        return holds.stream()
                .map(judged -> fields(resource, judged.hold())
                        .with("state", label(judged.verdict()))
                        .tree())
                .toList();
    }

    private static JsonAnswer fields(String resource, Hold hold) {
        return new JsonAnswer()
                .with("resource", resource)
                .with("name", hold.owner().name())
                .with("owner", hold.owner().id())
                .with("mode", label(hold.mode()))
                .with("fence", hold.fence())
                .with("since", text(hold.since()))
                .with("seen", text(hold.seen()))
                .with("until", text(hold.until()))
                .with("note", hold.note())
                .with("processes", processes(hold.owner().processes()));
    }

    private static Map<String, @Nullable Object> ticket(Ticket ticket) {
        return new JsonAnswer()
                .with("name", ticket.claim().owner().name())
                .with("owner", ticket.claim().owner().id())
                .with("mode", label(ticket.claim().mode()))
                .with("since", text(ticket.since()))
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

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }
}
