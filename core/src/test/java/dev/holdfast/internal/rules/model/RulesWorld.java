package dev.holdfast.internal.rules.model;

import dev.holdfast.HoldId;
import dev.holdfast.internal.rules.Evidence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One state of everything: the store, the clients and what is in flight between them. */
record RulesWorld(List<Cell> cells, List<RulesClient> clients) {
    /** The only moment there is. */
    static final Instant NOW = Instant.parse("2025-03-30T01:30:00Z");
    /** Long before it: whatever was last seen then is over. */
    static final Instant LONG_AGO = NOW.minusSeconds(100_000);

    RulesWorld {
        cells = List.copyOf(cells);
        clients = List.copyOf(clients);
    }

    static RulesWorld start(int resources, int clients) {
        return new RulesWorld(
                Collections.nCopies(resources, Cell.EMPTY), Collections.nCopies(clients, RulesClient.NEW));
    }

    RulesWorld with(int client, RulesClient changed) {
        List<RulesClient> next = new ArrayList<>(clients);
        next.set(client, changed);
        return new RulesWorld(cells, next);
    }

    RulesWorld withCell(int resource, Cell changed) {
        List<Cell> next = new ArrayList<>(cells);
        next.set(resource, changed);
        return new RulesWorld(next, clients);
    }

    /** The same with every change in flight seen anew. */
    RulesWorld eachMessage(UnaryOperator<Message> change) {
        return new RulesWorld(
                cells, clients.stream().map(client -> client.each(change)).toList());
    }

    /** Which processes can be proven gone. */
    Evidence evidence() {
        Set<HoldId> gone = new HashSet<>();
        for (int c = 0; c < clients.size(); c++) {
            if (clients.get(c).phase() == RulesClient.Stage.GONE) {
                gone.add(RulesClient.id(c, 0));
                gone.add(RulesClient.id(c, 1));
            }
        }
        return gone.isEmpty() ? Evidence.NONE : new Evidence(gone, Set.of(), Set.of(), Map.of());
    }

    /** Whether a record speaks of that attempt. */
    boolean mentions(HoldId id) {
        return cells.stream()
                .anyMatch(
                        cell -> cell.state().holdOf(id) != null || cell.state().placeOf(id) > 0);
    }

    /** How many holds and tickets are over but still in a record. */
    int over() {
        int over = 0;
        for (Cell cell : cells) {
            over += (int) cell.state().holds().stream().filter(RulesTimes::old).count();
            over += (int)
                    cell.state().queue().stream().filter(RulesTimes::silent).count();
        }
        return over;
    }

    int troubled() {
        return (int) clients.stream().filter(RulesClient::troubled).count();
    }
}
