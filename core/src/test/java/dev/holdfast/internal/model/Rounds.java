package dev.holdfast.internal.model;

import dev.holdfast.Hold;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Scope;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.manager.Trial;
import dev.holdfast.internal.manager.Trial.View;
import dev.holdfast.internal.model.Client.Phase;
import dev.holdfast.internal.process.Liveness;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tries of clients, made by the product's own code, and what a client does after each answer. */
final class Rounds {
    private static final int MAX_TRIES = 20;

    private final Setting setting;
    private final Defect defect;
    private final Store store;

    Rounds(Setting setting, Defect defect, Store store) {
        this.setting = setting;
        this.defect = defect;
        this.store = store;
    }

    /** One try of those clients, folded into one round in that order. */
    ModelStep tried(String label, World world, List<Integer> clients) {
        if (clients.size() > 1 && defect == Defect.FOLDED_BELOW_THE_RULES) {
            return foldedBelow(label, world, clients);
        }
        Trial trial = trial(world, clients);
        Group group = group(world, trial, clients);
        Store.Application applied = group == null ? null : store.apply(world, group);
        List<Trial.Told> told = trial.answer(applied == null ? null : applied.result());
        ModelStep step = new ModelStep(
                label, applied == null ? world : applied.world(), applied == null ? null : applied.broken());
        for (int i = 0; i < clients.size(); i++) {
            step = answered(step, clients.get(i), told.get(i));
        }
        return step;
    }

    private ModelStep foldedBelow(String label, World world, List<Integer> clients) {
        ModelStep step = new ModelStep(label, world, null);
        Result first = null;
        for (int c : clients) {
            Trial trial = trial(world, List.of(c));
            Group group = group(world, trial, List.of(c));
            if (first == null && group != null) {
                Store.Application applied = store.apply(world, group);
                first = applied.result();
                step = step.then(applied.world()).breaking(applied.broken());
            }
            step = answered(step, c, trial.answer(group == null ? null : first).get(0));
        }
        return step;
    }

    Trial trial(World world, List<Integer> clients) {
        List<Trial.Caller> callers = new ArrayList<>();
        for (int c : clients) {
            Client client = world.clients().get(c);
            callers.add(new Trial.Caller(
                    asks(client, c), client.view(), client.looked() < 0 ? null : look(client.looked())));
        }
        return Trial.of(callers, setting.policies());
    }

    private List<Trial.Ask> asks(Client client, int c) {
        List<Trial.Ask> asks = new ArrayList<>();
        for (int r = 0; r < setting.resources().size(); r++) {
            if (client.wants(r)) {
                String resource = setting.resources().get(r);
                asks.add(new Trial.Ask(resource, command(client, c, resource)));
            }
        }
        return asks;
    }

    private Command command(Client client, int c, String resource) {
        return switch (client.phase()) {
            case RENEWING -> new Command.Renew(client.id(c), false, null);
            case RELEASING, UNSURE_OF_RELEASE -> new Command.Release(client.id(c));
            default -> acquire(client, c, resource);
        };
    }

    private Command acquire(Client client, int c, String resource) {
        Setting.Role role = setting.roles().get(c);
        Scope scope = setting.policies().forResource(resource).scope();
        String slot = scope == null ? "" : scope.slotFor(resource, role.user());
        Claim claim = new Claim(client.id(c), owner(role), role.mode(), role.lease(), "", slot);
        return new Command.Acquire(claim, role.queue() && Integer.bitCount(client.want()) == 1, null);
    }

    private static Owner owner(Setting.Role role) {
        List<ProcessId> processes = role.process() == 0
                ? List.of()
                : List.of(new ProcessId("host", "boot", "namespace", role.process(), "start"));
        return new Owner(role.owner(), role.owner(), role.user(), processes);
    }

    private Function<ProcessId, Liveness> look(int gone) {
        return process -> {
            boolean alive = false;
            for (int c = 0; c < setting.roles().size(); c++) {
                Setting.Role role = setting.roles().get(c);
                if (role.process() == process.pid()) {
                    if (!role.visible()) {
                        return defect == Defect.UNKNOWN_IS_DEAD ? Liveness.GONE : Liveness.UNKNOWN;
                    }
                    alive |= (gone & (1 << c)) == 0;
                }
            }
            Liveness living = defect == Defect.ALIVE_IS_UNKNOWN ? Liveness.UNKNOWN : Liveness.ALIVE;
            return alive ? living : Liveness.GONE;
        };
    }

    /** The changes that the round sends, with the defect. */
    @Nullable
    Group group(World world, Trial trial, List<Integer> clients) {
        Group group = trial.group();
        return group == null || defect == Defect.NONE ? group : flawed(world, group, clients);
    }

    private Group flawed(World world, Group group, List<Integer> clients) {
        List<Change> changes = new ArrayList<>();
        for (Change change : group.changes()) {
            Change next = flawed(world, change, clients);
            if (next != null) {
                changes.add(next);
            }
        }
        return changes.isEmpty() ? group : new Group(changes, group.events());
    }

    private @Nullable Change flawed(World world, Change change, List<Integer> clients) {
        Key key = change.key();
        Client first = clients.isEmpty() ? Client.NEW : world.clients().get(clients.get(0));
        boolean callers =
                clients.stream().anyMatch(c -> setting.roles().get(c).owner().equals(key.name()));
        boolean wanted =
                key.kind() == Kind.LOCK && first.wants(setting.resources().indexOf(key.name()));
        boolean compared = (defect == Defect.SLOT_NOT_COMPARED && key.kind() == Kind.SLOT)
                || (defect == Defect.COOLDOWN_NOT_COMPARED && key.kind() == Kind.COOLDOWN);
        if (key.kind() == Kind.OWNER_ENDED
                && (defect == Defect.END_NOT_CHECKED || (defect == Defect.RECEIVER_NOT_CHECKED && !callers))) {
            return null;
        } else if (defect == Defect.FORMER_HOLD_KEPT && key.kind() == Kind.LOCK && !clients.isEmpty() && !wanted) {
            return null;
        } else if (compared) {
            return new Change(change.type(), key, Store.version(world, key), change.next());
        } else if (defect == Defect.ONE_ENTRY_ENDS_ALL
                && first.phase() == Phase.RELEASING
                && change.next() instanceof LockState state
                && state.queue().isEmpty()
                && state.marked() == null) {
            return Change.delete(key, change.expected());
        }
        return change;
    }

    /** What a client does after the answer to its try. */
    private ModelStep answered(ModelStep step, int c, Trial.Told told) {
        World world = step.world();
        Client client = world.clients().get(c);
        if (!told.done()) {
            return step.then(world.with(c, client.informed(told.view(), world.gone())));
        }
        return switch (client.phase()) {
            case RENEWING -> renewed(step, c, told);
            case RELEASING -> step.then(world.with(c, client.idle()));
            default -> decided(step, c, told);
        };
    }

    private ModelStep decided(ModelStep step, int c, Trial.Told told) {
        World world = step.world();
        Client client = world.clients().get(c);
        if (told.outcomes().stream().allMatch(Outcome.Granted.class::isInstance)) {
            return granted(step, c, told);
        }
        if (told.outcomes().stream().allMatch(Outcome.Queued.class::isInstance)) {
            return step.then(world.with(c, client.in(Phase.WAITING, told.view(), world.tick())));
        }
        // As the acquirer does: out of the queue, and out of what an earlier try may have left.
        int rest = 0;
        for (int r = 0; r < setting.resources().size(); r++) {
            Entry entry = told.view().entries().get(Key.lock(setting.resources().get(r)));
            boolean there = entry != null
                    && (LockState.of(entry).holdOf(client.id(c)) != null
                            || LockState.of(entry).placeOf(client.id(c)) > 0);
            rest |= client.wants(r) && there ? 1 << r : 0;
        }
        return step.then(world.with(
                c,
                rest == 0
                        ? client.idle()
                        : client.in(Phase.RELEASING, told.view(), world.tick()).about(rest)));
    }

    private ModelStep granted(ModelStep step, int c, Trial.Told told) {
        World world = step.world();
        Client client = world.clients().get(c);
        int which = 0;
        boolean ended = false;
        Law broken = null;
        for (int r = 0; r < setting.resources().size(); r++) {
            if (client.wants(r)) {
                Hold hold = ((Outcome.Granted) told.outcomes().get(which++)).hold();
                if (hold.fence() <= world.told(c, r) && !entered(world, c, r)) {
                    broken = Law.FENCES;
                }
                world = world.told(c, r, hold.fence());
                Entry entry = world.records().get(Key.lock(setting.resources().get(r)));
                ended |=
                        client.exempt() && (entry == null || LockState.of(entry).holdOf(client.id(c)) == null);
            }
        }
        int counted = defect == Defect.LEASE_COUNTED_FROM_ANSWER ? world.tick() : client.from();
        Client holding = client.in(Phase.HOLDING, told.view(), world.tick()).believing(true, ended, counted);
        return step.then(aged(world.with(c, holding), c)).breaking(broken);
    }

    /** Whether another client of the same owner has a handle on that resource. */
    private boolean entered(World world, int c, int resource) {
        for (int other = 0; other < setting.roles().size(); other++) {
            Client client = world.clients().get(other);
            boolean same = other != c
                    && setting.roles()
                            .get(other)
                            .owner()
                            .equals(setting.roles().get(c).owner());
            if (same && client.believes() && client.wants(resource)) {
                return true;
            }
        }
        return false;
    }

    private ModelStep renewed(ModelStep step, int c, Trial.Told told) {
        World world = step.world();
        Client client = world.clients().get(c);
        boolean held = told.outcomes().stream().allMatch(Outcome.Renewed.class::isInstance);
        if (held || defect == Defect.LOSS_IGNORED) {
            Client holding = client.in(Phase.HOLDING, told.view(), world.tick()).believing(true, false, client.from());
            return step.then(aged(world.with(c, holding), c));
        }
        return step.then(world.with(c, lost(client.informed(told.view(), -1), world.tick())));
    }

    /** A handle that lost one of several resources releases the others. */
    Client lost(Client client, int tick) {
        return Integer.bitCount(client.want()) > 1 && defect != Defect.REST_KEPT
                ? client.in(Phase.RELEASING, client.view().remembered(), tick).believing(false, false, 0)
                : client.idle();
    }

    /** The world after that client has counted its time: at the end of its lease it gives up, at the clean-up age it stops. */
    World aged(World world, int c) {
        Client client = world.clients().get(c);
        if (client.phase() != Phase.HOLDING && client.phase() != Phase.RENEWING) {
            return world;
        }
        Setting.Role role = setting.roles().get(c);
        boolean over = role.lease().grace() != null
                && !store.time(world.tick())
                        .isBefore(store.time(client.counted()).plus(role.lease().grace()));
        if (over) {
            return world.with(
                    c,
                    client.in(Phase.RELEASING, client.view().remembered(), world.tick())
                            .believing(false, false, 0));
        }
        Duration cleanUp = setting.policies().otherwise().reclaimAfter();
        boolean doubtful = cleanUp != null
                && !store.time(world.tick())
                        .isBefore(store.time(client.counted()).plus(cleanUp))
                && defect != Defect.CLEAN_UP_AGE_IGNORED;
        return doubtful ? world.with(c, client.believing(false, client.exempt(), client.counted())) : world;
    }

    /** A command of a person or of the sweep, tried until it is decided. */
    ModelStep done(String label, World before, String resource, Command command) {
        View view = View.ASSUMED_ABSENT;
        int looked = -1;
        for (int turn = 0; turn < MAX_TRIES; turn++) {
            Trial trial = Trial.of(
                    List.of(new Trial.Caller(
                            List.of(new Trial.Ask(resource, command)), view, looked < 0 ? null : look(looked))),
                    setting.policies());
            Group group = group(before, trial, List.of());
            Store.Application applied = group == null ? null : store.apply(before, group);
            Trial.Told told =
                    trial.answer(applied == null ? null : applied.result()).get(0);
            if (told.done()) {
                return new ModelStep(
                        label, applied == null ? before : applied.world(), applied == null ? null : applied.broken());
            }
            view = told.view();
            looked = before.gone();
        }
        throw new AssertionError("No decision on " + command + " after " + MAX_TRIES + " tries");
    }
}
