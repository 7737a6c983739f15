package dev.holdfast.client;

import dev.holdfast.LockView;
import dev.holdfast.Loss;
import dev.holdfast.Refusal;
import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.Ending;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Notice;
import dev.holdfast.rules.Outcome;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Ticket;
import dev.holdfast.rules.Verdict;
import dev.holdfast.store.Event;
import dev.holdfast.store.PastEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads locks of a server from JSON. Values that the caller may not know are replaced by neutral ones. */
final class LockJsonReader {
    private static final HoldId UNKNOWN = new HoldId(0, 0);
    private static final String SOMEBODY = "somebody";

    private LockJsonReader() {}

    static LockView lock(JsonReply json) {
        Instant asOf = json.time("asOf");
        List<Outcome.Judged> holds = Stream.of("holders", "ended")
                .flatMap(list -> json.list(list).stream())
                .map(holder -> judged(holder, asOf))
                .toList();
        List<Ticket> queue =
                json.list("queue").stream().map(one -> ticket(one, asOf)).toList();
        return new LockView(json.text("resource"), 0, holds, queue, asOf);
    }

    static Refusal refusal(JsonReply json, Instant asOf) {
        List<JsonReply> holders = json.list("holders");
        boolean veiled = holders.stream().anyMatch(holder -> !holder.has("since"));
        return new Refusal(
                json.text("resource"),
                json.choice("why", Outcome.Reason.class),
                holders.stream().map(holder -> judged(holder, asOf)).toList(),
                json.timeOrNull("retryAt"),
                asOf,
                veiled ? json.text("sentence") : null);
    }

    private static Outcome.Judged judged(JsonReply json, Instant asOf) {
        return new Outcome.Judged(hold(json, List.of(UNKNOWN), asOf), json.choice("state", Verdict.class));
    }

    /**
     * @param asOf in place of times that are hidden
     */
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
        String name = json.text("name", SOMEBODY);
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

    private static Ticket ticket(JsonReply json, Instant asOf) {
        Instant since = or(json.timeOrNull("since"), asOf);
        Claim claim = new Claim(UNKNOWN, owner(json), json.choice("mode", Mode.class), Lease.NONE, "", "");
        return new Ticket(claim, since, since);
    }

    static PastEvent event(JsonReply json) {
        Instant at = json.time("at");
        Notice notice = new Notice(
                json.choice("kind", Notice.Kind.class),
                hold(json, List.of(), at),
                json.text("actor", ""),
                json.text("reason", ""));
        return new PastEvent(0, at, new Event(json.text("resource"), notice));
    }

    static Loss loss(String resource, JsonReply json) {
        if (!json.has("why")) {
            return new Loss(resource, Optional.empty());
        }
        return new Loss(
                resource,
                Optional.of(new Ending(
                        resource,
                        json.choice("why", Notice.Kind.class),
                        Owner.of(SOMEBODY),
                        json.number("fence", 0),
                        json.text("by", ""),
                        json.text("reason", ""),
                        json.time("at"))));
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
