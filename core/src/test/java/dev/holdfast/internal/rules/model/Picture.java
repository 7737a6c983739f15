package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A world for people: {@code x[A1 excl | B1 waits | marked]  A holding, B waiting (late acquire)}. */
final class Picture {
    private Picture() {}

    static String of(RulesWorld world) {
        StringBuilder out = new StringBuilder();
        for (int r = 0; r < world.cells().size(); r++) {
            Cell cell = world.cells().get(r);
            out.append("xy".charAt(r))
                    .append(cell.present() ? of(cell.state()) : "[absent]")
                    .append(' ');
        }
        List<String> clients = new ArrayList<>();
        for (int c = 0; c < world.clients().size(); c++) {
            RulesClient client = world.clients().get(c);
            String late =
                    client.late() == null ? "" : " (late " + lower(client.late().kind()) + ")";
            clients.add(Protocol.name(c) + " " + lower(client.phase()) + late);
        }
        return out.append(' ').append(String.join(", ", clients)).toString();
    }

    private static String of(LockState state) {
        List<String> parts = new ArrayList<>();
        for (Hold hold : state.holds()) {
            parts.add(of(hold.id()) + " " + lower(hold.mode()) + (hold.claimed() ? "" : " handed over")
                    + (RulesTimes.old(hold) ? " expired" : ""));
        }
        for (Ticket ticket : state.queue()) {
            parts.add(of(ticket.claim().id()) + " waits" + (RulesTimes.silent(ticket) ? " silently" : ""));
        }
        if (state.marked() != null) {
            parts.add("marked");
        }
        return "[" + String.join(" | ", parts) + "]";
    }

    private static String of(HoldId id) {
        return Protocol.name((int) id.high() - 1) + (id.low() + 1);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
