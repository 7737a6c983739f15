package dev.holdfast.store;

import dev.holdfast.rules.Claim;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.HoldId;
import dev.holdfast.rules.Lease;
import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.rules.Stamp;
import dev.holdfast.rules.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts that bodies are made of, as JSON trees. What is empty or usual is left out. */
final class Parts {
    /** Stands for {@link Stamp#TIME}. */
    static final String STAMP = "@";

    private Parts() {}

    static String time(Instant time) {
        return time.equals(Stamp.TIME) ? STAMP : time.toString();
    }

    static Map<String, @Nullable Object> hold(Hold hold) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("entries", hold.entries().stream().map(HoldId::toString).toList());
        put(tree, hold.owner(), hold.mode(), hold.lease(), hold.note(), hold.slot());
        tree.put("fence", hold.fence());
        tree.put("since", time(hold.since()));
        tree.put("active", time(hold.active()));
        tree.put("seen", time(hold.seen()));
        if (!hold.claimed()) {
            tree.put("claimed", false);
        }
        return tree;
    }

    static Hold hold(Fields fields) {
        return new Hold(
                fields.list("entries", HoldId::parse, String.class),
                owner(fields.object("owner")),
                fields.choice("mode", Mode.class),
                fields.number("fence"),
                fields.time("since"),
                fields.time("active"),
                fields.time("seen"),
                lease(fields.object("lease")),
                fields.textOrEmpty("note"),
                fields.textOrEmpty("slot"),
                !Boolean.FALSE.equals(fields.get("claimed")));
    }

    static Map<String, @Nullable Object> ticket(Ticket ticket) {
        Claim claim = ticket.claim();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("id", claim.id().toString());
        put(tree, claim.owner(), claim.mode(), claim.lease(), claim.note(), claim.slot());
        tree.put("since", time(ticket.since()));
        tree.put("seen", time(ticket.seen()));
        return tree;
    }

    static Ticket ticket(Fields fields) {
        Claim claim = new Claim(
                fields.id("id"),
                owner(fields.object("owner")),
                fields.choice("mode", Mode.class),
                lease(fields.object("lease")),
                fields.textOrEmpty("note"),
                fields.textOrEmpty("slot"));
        return new Ticket(claim, fields.time("since"), fields.time("seen"));
    }

    private static void put(
            Map<String, @Nullable Object> tree, Owner owner, Mode mode, Lease lease, String note, String slot) {
        tree.put("owner", owner(owner));
        tree.put("mode", mode.name());
        tree.put("lease", lease(lease));
        putUnlessEmpty(tree, "note", note);
        putUnlessEmpty(tree, "slot", slot);
    }

    static Map<String, @Nullable Object> owner(Owner owner) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("id", owner.id());
        if (!owner.name().equals(owner.id())) {
            tree.put("name", owner.name());
        }
        putUnlessEmpty(tree, "user", owner.user());
        if (!owner.processes().isEmpty()) {
            tree.put("processes", owner.processes().stream().map(Parts::process).toList());
        }
        return tree;
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

    private static Map<String, @Nullable Object> process(ProcessId process) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("pid", process.pid());
        putUnlessEmpty(tree, "start", process.start());
        putUnlessEmpty(tree, "host", process.host());
        putUnlessEmpty(tree, "boot", process.boot());
        putUnlessEmpty(tree, "namespace", process.namespace());
        return tree;
    }

    private static ProcessId process(Fields fields) {
        return new ProcessId(
                fields.textOrEmpty("host"),
                fields.textOrEmpty("boot"),
                fields.textOrEmpty("namespace"),
                fields.number("pid"),
                fields.textOrEmpty("start"));
    }

    private static Map<String, @Nullable Object> lease(Lease lease) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        putUnlessNull(tree, "absolute", lease.absolute());
        putUnlessNull(tree, "idle", lease.idle());
        putUnlessNull(tree, "grace", lease.grace());
        return tree;
    }

    private static Lease lease(Fields fields) {
        return new Lease(
                fields.durationOrNull("absolute"), fields.durationOrNull("idle"), fields.durationOrNull("grace"));
    }

    private static void putUnlessEmpty(Map<String, @Nullable Object> tree, String field, String text) {
        if (!text.isEmpty()) {
            tree.put(field, text);
        }
    }

    private static void putUnlessNull(Map<String, @Nullable Object> tree, String field, @Nullable Duration duration) {
        if (duration != null) {
            tree.put(field, duration.toString());
        }
    }
}
