package dev.holdfast.client;

import dev.holdfast.Draft;
import dev.holdfast.Drafts;
import dev.holdfast.HistoryEntry;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Loss;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads locks of a server from JSON. Values that the caller may not know are replaced by neutral ones. */
final class LockJsonReader {
    private static final HoldId UNKNOWN = new HoldId(0, 0);
    private static final String ANOTHER_USER = "another user";

    private LockJsonReader() {}

    static LockView lock(JsonReply json) {
        Instant asOf = json.time("asOf");
        List<LockView.Holder> holds = Stream.of("holders", "ended")
                .flatMap(list -> json.list(list).stream())
                .map(holder -> judged(holder, asOf))
                .toList();
        List<LockView.WaitingCaller> queue =
                json.list("queue").stream().map(one -> waiter(one, asOf)).toList();
        return new LockView(json.text("resource"), 0, holds, queue, HttpRequests.all(json.list("requests")), asOf);
    }

    static Refusal refusal(JsonReply json, Instant asOf) {
        List<JsonReply> holders = json.list("holders");
        boolean veiled = holders.stream().anyMatch(holder -> !holder.has("since"));
        return new Refusal(
                json.text("resource"),
                reason(json),
                holders.stream().map(holder -> judged(holder, asOf)).toList(),
                json.timeOrNull("retryAt"),
                asOf,
                veiled ? json.text("sentence") : null);
    }

    /** Returns the reason, also from an earlier server, which calls the queue a line. */
    private static Refusal.Reason reason(JsonReply json) {
        return switch (json.text("why")) {
            case "line" -> Refusal.Reason.QUEUE;
            case "line-full" -> Refusal.Reason.QUEUE_FULL;
            default -> json.choice("why", Refusal.Reason.class);
        };
    }

    private static LockView.Holder judged(JsonReply json, Instant asOf) {
        List<HoldId> entries = json.has("closed") ? List.of() : List.of(UNKNOWN);
        return new LockView.Holder(hold(json, entries, asOf), json.choice("state", Verdict.class));
    }

    /** @param asOf in place of times that are hidden */
    static Hold hold(JsonReply json, List<HoldId> entries, Instant asOf) {
        Instant since = or(json.timeOrNull("since"), asOf);
        return new Hold(
                entries,
                owner(json),
                json.choice("mode", Mode.class),
                json.number("fence", 0),
                since,
                or(json.timeOrNull("active"), since),
                or(json.timeOrNull("seen"), since),
                lease(json.objectOrNull("lease")),
                json.text("note", ""),
                "",
                true);
    }

    private static Instant or(@Nullable Instant time, Instant otherwise) {
        return time == null ? otherwise : time;
    }

    private static Owner owner(JsonReply json) {
        String name = json.text("name", ANOTHER_USER);
        List<ProcessId> processes = json.list("processes").stream()
                .map(one -> new ProcessId(one.text("host", ""), "", "", one.number("pid"), ""))
                .toList();
        return new Owner(json.text("owner", name), name, "", processes);
    }

    static Lease lease(@Nullable JsonReply json) {
        return json == null
                ? Lease.NONE
                : new Lease(json.durationOrNull("absolute"), json.durationOrNull("idle"), json.durationOrNull("grace"));
    }

    private static LockView.WaitingCaller waiter(JsonReply json, Instant asOf) {
        Instant since = or(json.timeOrNull("since"), asOf);
        int behind = (int) Math.max(0, Math.min(Integer.MAX_VALUE, json.number("behind", 0)));
        return new LockView.WaitingCaller(UNKNOWN, owner(json), json.choice("mode", Mode.class), since, since, behind);
    }

    static HistoryEntry event(JsonReply json) {
        Instant at = json.time("at");
        LockEvent event = new LockEvent(
                json.text("resource"),
                json.choice("kind", LockEvent.EventKind.class),
                hold(json, List.of(), at),
                json.text("actor", ""),
                json.text("reason", ""));
        return new HistoryEntry(0, at, event);
    }

    static Loss loss(String resource, JsonReply json) {
        if (!json.has("why")) {
            return new Loss(resource, Optional.empty());
        }
        JsonReply draft = json.objectOrNull("draft");
        return new Loss(
                resource,
                Optional.of(new Ending(
                        resource,
                        json.choice("why", LockEvent.EventKind.class),
                        Owner.of(ANOTHER_USER),
                        json.number("fence", 0),
                        json.text("by", ""),
                        json.text("reason", ""),
                        json.time("at"))),
                Optional.ofNullable(draft == null ? null : draft.time("saved")));
    }

    static Drafts.Left left(JsonReply json) {
        JsonReply draft = json.objectOrNull("draft");
        return new Drafts.Left(
                Owner.of(ANOTHER_USER).named(json.text("name", ANOTHER_USER)),
                Optional.ofNullable(draft == null ? null : draft(draft)));
    }

    static Draft draft(JsonReply json) {
        JsonReply late = json.objectOrNull("late");
        return new Draft(
                json.text("resource"),
                json.text("author"),
                json.number("revision"),
                json.text("content"),
                json.time("saved"),
                late == null
                        ? null
                        : new Draft.Late(late.number("revision"), late.text("content"), late.time("saved")));
    }
}
