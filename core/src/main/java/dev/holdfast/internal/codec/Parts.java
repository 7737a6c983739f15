package dev.holdfast.internal.codec;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Turns;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.json.JsonText;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts that bodies are made of, as JSON. Empty and default values are left out. */
final class Parts {
    /** Stands for {@link Stamp#TIME}. */
    static final String STAMP = "@";

    private Parts() {}

    static String time(Instant time) {
        return time.equals(Stamp.TIME) ? STAMP : Instants.write(time);
    }

    static void hold(Hold hold, JsonText to) {
        to.putTexts("entries", hold.entries());
        put(hold.owner(), hold.mode(), hold.lease(), hold.note(), hold.slot(), to);
        to.putUnlessEmpty("type", hold.type());
        to.put("fence", hold.fence());
        to.put("since", time(hold.since()));
        putUnlessSince(hold, "active", hold.active(), to);
        putUnlessSince(hold, "seen", hold.seen(), to);
        if (!hold.claimed()) {
            to.put("claimed", false);
        }
        if (!bondsOf(hold).equals(hold.bonds())) {
            to.putAll("bonds", hold.bonds(), Parts::bond);
        }
    }

    /** Returns the bonds of a hold that was entered by one process alone, as most are. */
    private static List<List<ProcessId>> bondsOf(Hold hold) {
        return Collections.nCopies(hold.entries().size(), hold.owner().processes());
    }

    private static void bond(List<ProcessId> processes, JsonText to) {
        to.putAllUnlessEmpty("processes", processes, Parts::process);
    }

    /** Puts a time unless it is the time of the grant. Most holds are short, and their owners sent nothing after it. */
    private static void putUnlessSince(Hold hold, String field, Instant time, JsonText to) {
        if (!time.equals(hold.since())) {
            to.put(field, time(time));
        }
    }

    static Hold hold(Fields fields) {
        Instant since = fields.time("since");
        List<HoldId> entries = fields.list("entries", HoldId::parse, String.class);
        Owner owner = owner(fields.object("owner"));
        return new Hold(
                entries,
                owner,
                fields.choice("mode", Mode.class),
                fields.number("fence"),
                since,
                fields.timeOr("active", since),
                fields.timeOr("seen", since),
                lease(fields.object("lease")),
                fields.textOrEmpty("note"),
                fields.textOrEmpty("slot"),
                !Boolean.FALSE.equals(fields.get("claimed")),
                fields.get("bonds") == null
                        ? Collections.nCopies(entries.size(), owner.processes())
                        : fields.list("bonds", bond -> bond.list("processes", Parts::process)),
                fields.textOrEmpty("type"));
    }

    static void late(Draft.Late late, JsonText to) {
        to.put("revision", late.revision());
        to.put("content", late.content());
        to.put("saved", time(late.saved()));
    }

    static Draft.@Nullable Late late(Fields draft) {
        if (draft.get("late") == null) {
            return null;
        }
        Fields late = draft.object("late");
        return new Draft.Late(late.number("revision"), late.text("content"), late.time("saved"));
    }

    static void claim(Claim claim, JsonText to) {
        to.put("id", claim.id().toString());
        put(claim.owner(), claim.mode(), claim.lease(), claim.note(), claim.slot(), to);
        to.putUnlessEmpty("type", claim.type());
    }

    static Claim claim(Fields fields) {
        return new Claim(
                fields.id("id"),
                owner(fields.object("owner")),
                fields.choice("mode", Mode.class),
                lease(fields.object("lease")),
                fields.textOrEmpty("note"),
                fields.textOrEmpty("slot"),
                fields.textOrEmpty("type"));
    }

    static void ticket(Ticket ticket, JsonText to) {
        claim(ticket.claim(), to);
        to.put("since", time(ticket.since()));
        to.put("seen", time(ticket.seen()));
        if (ticket.behind() > 0) {
            to.put("behind", ticket.behind());
        }
        if (ticket.reserved()) {
            to.put("reserved", true);
        }
    }

    private static int behind(Fields ticket) {
        return ticket.get("behind") == null
                ? 0
                : (int) Math.max(0, Math.min(Integer.MAX_VALUE, ticket.number("behind")));
    }

    static void turn(Turn turn, JsonText to) {
        to.put("handOvers", turn.handOvers());
        to.put("since", time(turn.since()));
    }

    static @Nullable Turn turn(Fields lock) {
        if (lock.get("turn") == null) {
            return null;
        }
        Fields turn = lock.object("turn");
        return new Turn((int) Math.min(Turns.MAX_HAND_OVERS, turn.number("handOvers")), turn.time("since"));
    }

    static Ticket ticket(Fields fields) {
        return new Ticket(
                claim(fields),
                fields.time("since"),
                fields.time("seen"),
                behind(fields),
                fields.get("reserved") != null);
    }

    private static void put(Owner owner, Mode mode, Lease lease, String note, String slot, JsonText to) {
        to.put("owner", owner, Parts::owner);
        to.put("mode", mode.name());
        to.put("lease", lease, Parts::lease);
        to.putUnlessEmpty("note", note);
        to.putUnlessEmpty("slot", slot);
    }

    static void owner(Owner owner, JsonText to) {
        to.put("id", owner.id());
        if (!owner.name().equals(owner.id())) {
            to.put("name", owner.name());
        }
        to.putUnlessEmpty("user", owner.user());
        to.putAllUnlessEmpty("processes", owner.processes(), Parts::process);
    }

    static Owner owner(Fields fields) {
        String id = fields.text("id");
        Object name = fields.get("name");
        return new Owner(
                id,
                name instanceof String text ? text : id,
                fields.textOrEmpty("user"),
                fields.list("processes", Parts::process));
    }

    static void accessToken(AccessToken token, JsonText to) {
        to.put("user", token.user());
        to.putUnlessEmpty("display", token.display());
        to.putAll("rights", token.rights(), Parts::right);
        to.putUnlessEmpty("label", token.label());
        to.putUnlessEmpty("from", token.from());
        to.put("since", time(token.since()));
        putUnlessNull("life", token.life(), to);
    }

    static AccessToken accessToken(Fields fields) {
        return new AccessToken(
                fields.text("user"),
                fields.textOrEmpty("display"),
                fields.list("rights", Parts::right),
                fields.textOrEmpty("label"),
                fields.textOrEmpty("from"),
                fields.time("since"),
                fields.durationOrNull("life"));
    }

    private static void right(AccessToken.Right right, JsonText to) {
        to.put("role", right.role());
        to.putUnlessEmpty("prefix", right.prefix());
        if (right.exact()) {
            to.put("exact", true);
        }
        if (!right.verbs().isEmpty()) {
            to.putTexts("verbs", right.verbs().stream().sorted().toList());
        }
    }

    private static AccessToken.Right right(Fields fields) {
        return new AccessToken.Right(
                fields.text("role"),
                fields.textOrEmpty("prefix"),
                fields.isTrue("exact"),
                Set.copyOf(fields.list("verbs", text -> text, String.class)));
    }

    private static void process(ProcessId process, JsonText to) {
        to.put("pid", process.pid());
        to.putUnlessEmpty("start", process.start());
        to.putUnlessEmpty("host", process.host());
        to.putUnlessEmpty("boot", process.boot());
        to.putUnlessEmpty("namespace", process.namespace());
    }

    private static ProcessId process(Fields fields) {
        return new ProcessId(
                fields.textOrEmpty("host"),
                fields.textOrEmpty("boot"),
                fields.textOrEmpty("namespace"),
                fields.number("pid"),
                fields.textOrEmpty("start"));
    }

    static void lease(Lease lease, JsonText to) {
        putUnlessNull("absolute", lease.absolute(), to);
        putUnlessNull("idle", lease.idle(), to);
        putUnlessNull("grace", lease.grace(), to);
    }

    static Lease lease(Fields fields) {
        return new Lease(
                fields.durationOrNull("absolute"), fields.durationOrNull("idle"), fields.durationOrNull("grace"));
    }

    private static void putUnlessNull(String field, @Nullable Duration duration, JsonText to) {
        if (duration != null) {
            to.put(field, duration.toString());
        }
    }
}
