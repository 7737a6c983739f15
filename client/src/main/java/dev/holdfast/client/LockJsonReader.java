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

/** Reads what a server tells of locks. What the caller may not know is filled in with what says nothing. */
final class LockJsonReader {
    private static final HoldId UNKNOWN = new HoldId(0, 0);
    private static final String SOMEBODY = "somebody";

    private LockJsonReader() {}

    static LockView lock(JsonReply told) {
        Instant asOf = told.time("asOf");
        List<Outcome.Judged> holds = Stream.of("holders", "ended")
                .flatMap(list -> told.list(list).stream())
                .map(holder -> judged(holder, asOf))
                .toList();
        List<Ticket> queue =
                told.list("queue").stream().map(one -> ticket(one, asOf)).toList();
        return new LockView(told.text("resource"), 0, holds, queue, asOf);
    }

    static Refusal refusal(JsonReply told, Instant asOf) {
        List<JsonReply> holders = told.list("holders");
        boolean veiled = holders.stream().anyMatch(holder -> !holder.has("since"));
        return new Refusal(
                told.text("resource"),
                told.choice("why", Outcome.Reason.class),
                holders.stream().map(holder -> judged(holder, asOf)).toList(),
                told.timeOrNull("retryAt"),
                asOf,
                veiled ? told.text("sentence") : null);
    }

    private static Outcome.Judged judged(JsonReply told, Instant asOf) {
        return new Outcome.Judged(hold(told, List.of(UNKNOWN), asOf), told.choice("state", Verdict.class));
    }

    /**
     * @param asOf in place of times that are not told
     */
    static Hold hold(JsonReply told, List<HoldId> entries, Instant asOf) {
        Instant since = or(told.timeOrNull("since"), asOf);
        return new Hold(
                entries,
                owner(told),
                told.choice("mode", Mode.class),
                told.number("fence", 0),
                since,
                or(told.timeOrNull("active"), since),
                or(told.timeOrNull("seen"), since),
                lease(told.objectOrNull("lease")),
                told.text("note", ""),
                "",
                true);
    }

    private static Instant or(@Nullable Instant time, Instant otherwise) {
        return time == null ? otherwise : time;
    }

    private static Owner owner(JsonReply told) {
        String name = told.text("name", SOMEBODY);
        List<ProcessId> processes = told.list("processes").stream()
                .map(one -> new ProcessId(one.text("host", ""), "", "", one.number("pid"), ""))
                .toList();
        return new Owner(told.text("owner", name), name, "", processes);
    }

    static Lease lease(@Nullable JsonReply told) {
        return told == null
                ? Lease.NONE
                : new Lease(told.durationOrNull("absolute"), told.durationOrNull("idle"), told.durationOrNull("grace"));
    }

    private static Ticket ticket(JsonReply told, Instant asOf) {
        Instant since = or(told.timeOrNull("since"), asOf);
        Claim claim = new Claim(UNKNOWN, owner(told), told.choice("mode", Mode.class), Lease.NONE, "", "");
        return new Ticket(claim, since, since);
    }

    static PastEvent event(JsonReply told) {
        Instant at = told.time("at");
        Notice notice = new Notice(
                told.choice("kind", Notice.Kind.class),
                hold(told, List.of(), at),
                told.text("actor", ""),
                told.text("reason", ""));
        return new PastEvent(0, at, new Event(told.text("resource"), notice));
    }

    static Loss loss(String resource, JsonReply told) {
        if (!told.has("why")) {
            return new Loss(resource, Optional.empty());
        }
        return new Loss(
                resource,
                Optional.of(new Ending(
                        resource,
                        told.choice("why", Notice.Kind.class),
                        Owner.of(SOMEBODY),
                        told.number("fence", 0),
                        told.text("by", ""),
                        told.text("reason", ""),
                        told.time("at"))));
    }

    static Draft draft(JsonReply told) {
        JsonReply late = told.objectOrNull("late");
        return new Draft(
                told.text("resource"),
                told.text("author"),
                told.number("revision"),
                told.text("content"),
                told.time("saved"),
                late == null
                        ? null
                        : new Draft.Late(late.number("revision"), late.text("content"), late.time("saved")));
    }
}
