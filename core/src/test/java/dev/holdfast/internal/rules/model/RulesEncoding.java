package dev.holdfast.internal.rules.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A world as a short text: two worlds are the same state if and only if their texts are. Which of its two numbers an attempt
 * has does not matter, so a client's current attempt is always written as the first.
 */
@SuppressWarnings("EnumOrdinal") // one short number for each constant, forgotten when the exploration ends
final class RulesEncoding {
    private final StringBuilder out = new StringBuilder(64);
    private final int[] first;

    private RulesEncoding(RulesWorld world) {
        first = world.clients().stream().mapToInt(RulesEncoding::first).toArray();
    }

    private static int first(RulesClient client) {
        boolean busy = client.phase() != RulesClient.Stage.IDLE;
        return busy || client.late() == null ? client.attempt() : client.late().attempt();
    }

    static String of(RulesWorld world) {
        RulesEncoding encoding = new RulesEncoding(world);
        for (Cell cell : world.cells()) {
            encoding.put((cell.present() ? 1 : 0) + 2 * (int) cell.last());
            encoding.put(cell.state());
        }
        for (int c = 0; c < encoding.first.length; c++) {
            RulesClient client = world.clients().get(c);
            encoding.put(client.phase().ordinal());
            encoding.put(client.want() + 4 * client.mode().ordinal());
            encoding.put(client.sent(), c);
            encoding.put(client.late(), c);
            encoding.put(client.lost(), c);
        }
        return encoding.out.toString();
    }

    private void put(int small) {
        out.append((char) small);
    }

    private void put(@Nullable Message message, int client) {
        if (message == null) {
            put(0);
            return;
        }
        put(1
                + message.kind().ordinal()
                + 4 * (message.attempt() ^ first[client])
                + (message.grants() ? 8 : 0)
                + (message.takeover() ? 16 : 0)
                + (message.settled() ? 32 : 0)
                + 64 * message.parts().size());
        for (Part part : message.parts()) {
            put(part.resource() + (part.absent() ? 2 : 0) + (part.check() ? 4 : 0));
            put(part.next());
        }
    }

    private void put(LockState state) {
        put(state.holds().size() + 4 * state.queue().size() + 16 * time(state.marked()));
        for (Hold hold : state.holds()) {
            put(hold.mode().ordinal()
                    + (hold.claimed() ? 2 : 0)
                    + 4 * time(hold.seen())
                    + (hold.fence() == Stamp.VERSION ? 16 : 0)
                    + 32 * hold.entries().size());
            hold.entries().forEach(this::put);
        }
        for (Ticket ticket : state.queue()) {
            put(ticket.claim().mode().ordinal() + 4 * time(ticket.seen()));
            put(ticket.claim().id());
        }
    }

    private void put(HoldId id) {
        int client = (int) id.high() - 1;
        put(client * 2 + ((int) id.low() ^ first[client]));
    }

    private static int time(@Nullable Instant time) {
        if (time == null) {
            return 0;
        } else if (time.equals(Stamp.TIME)) {
            return 1;
        }
        return time.equals(RulesWorld.NOW) ? 2 : 3;
    }
}
