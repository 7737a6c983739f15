package dev.holdfast.internal.model;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import dev.holdfast.internal.model.Client.Phase;
import dev.holdfast.internal.rules.Evidence;
import dev.holdfast.internal.rules.Judgement;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The laws that every state must keep. */
final class Laws {
    private final Setting setting;
    private final Store store;

    Laws(Setting setting, Store store) {
        this.setting = setting;
        this.store = store;
    }

    /** Returns the first law that a state breaks, or null. */
    @Nullable
    Law broken(World world) {
        Map<String, String> slots = new HashMap<>();
        for (int r = 0; r < setting.resources().size(); r++) {
            String resource = setting.resources().get(r);
            if (!exclusive(world, r)) {
                return Law.EXCLUSION;
            }
            Entry entry = world.records().get(Key.lock(resource));
            LockState state = entry == null ? LockState.FREE : LockState.of(entry);
            if (!believed(world, r, state)) {
                return Law.BELIEF;
            }
            for (Hold hold : state.holds()) {
                if (lives(world, resource, hold)) {
                    String other = hold.slot().isEmpty() ? null : slots.put(hold.slot(), resource);
                    if (other != null) {
                        return Law.SLOT;
                    }
                    if (world.ended().contains(hold.owner().id())) {
                        return Law.ENDED;
                    }
                    if (hold.entries().stream().anyMatch(id -> finished(world, id))) {
                        return Law.LEFT;
                    }
                }
            }
            if (state.queue().stream()
                    .anyMatch(ticket -> ticket.seen().equals(store.time(world.tick()))
                            && finished(world, ticket.claim().id()))) {
                return Law.LEFT;
            }
        }
        return null;
    }

    private boolean exclusive(World world, int r) {
        for (int a = 0; a < setting.roles().size(); a++) {
            for (int b = a + 1; b < setting.roles().size(); b++) {
                boolean shared = setting.roles().get(a).mode() == Mode.SHARED
                        && setting.roles().get(b).mode() == Mode.SHARED;
                boolean same = setting.roles()
                        .get(a)
                        .owner()
                        .equals(setting.roles().get(b).owner());
                if (!shared && !same && holds(world, a, r) && holds(world, b, r)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean holds(World world, int c, int r) {
        Client client = world.clients().get(c);
        return client.believes() && !client.exempt() && client.wants(r);
    }

    private boolean believed(World world, int r, LockState state) {
        for (int c = 0; c < setting.roles().size(); c++) {
            if (holds(world, c, r)) {
                Hold hold = state.holdOf(world.clients().get(c).id(c));
                if (hold == null || !hold.claimed()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean lives(World world, String resource, Hold hold) {
        Set<HoldId> gone = new HashSet<>();
        Set<HoldId> alive = new HashSet<>();
        hold.owner().processes().forEach(process -> {
            for (int c = 0; c < setting.roles().size(); c++) {
                if (setting.roles().get(c).process() == process.pid()
                        && setting.roles().get(c).visible()) {
                    (world.clients().get(c).alive() ? alive : gone).add(hold.id());
                }
            }
        });
        gone.removeAll(alive);
        Evidence evidence = new Evidence(gone, alive, Set.of(), Map.of());
        return !Judgement.of(hold, setting.policies().forResource(resource), evidence, store.time(world.tick()))
                .ended();
    }

    /** Whether the client of that entry is alive and has nothing to do with it any more. */
    private static boolean finished(World world, HoldId id) {
        Client client = world.clients().get((int) id.high() - 1);
        return client.alive() && (client.phase() == Phase.IDLE || client.number() != id.low());
    }
}
