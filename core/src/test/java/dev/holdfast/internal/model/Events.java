package dev.holdfast.internal.model;

import dev.holdfast.internal.manager.Trial;
import dev.holdfast.internal.manager.Trial.Basis;
import dev.holdfast.internal.manager.Trial.View;
import dev.holdfast.internal.model.Client.Phase;
import dev.holdfast.internal.model.World.Spent;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that can happen next. */
final class Events {
    private static final String NAMES = "ABCD";

    private final Setting setting;
    private final Defect defect;
    private final Store store;
    private final Rounds rounds;

    Events(Setting setting, Defect defect) {
        this.setting = setting;
        this.defect = defect;
        this.store = new Store(setting, defect);
        this.rounds = new Rounds(setting, defect, store);
    }

    Store store() {
        return store;
    }

    List<ModelStep> steps(World world) {
        List<ModelStep> steps = new ArrayList<>();
        for (int c = 0; c < setting.roles().size(); c++) {
            Client client = world.clients().get(c);
            begins(world, c, client, steps);
            if (client.phase().trying()) {
                steps.add(rounds.tried(name(c) + " " + client.phase() + ": a try", world, List.of(c)));
                folds(world, c, client, steps);
                fails(world, c, client, steps);
            } else if (client.lost() != null) {
                steps.add(settled(world, c));
            }
            lateChange(world, c, client, steps);
            if (client.alive() && client.phase() != Phase.IDLE && world.spent().crashes() < setting.crashes()) {
                steps.add(new ModelStep(name(c) + " dies", crashed(world, c, client), null));
            }
        }
        people(world, steps);
        if (world.tick() < setting.ticks()) {
            steps.add(new ModelStep("the clock advances", ticked(world), null));
        }
        return steps.stream().map(step -> step.then(pruned(step.world()))).toList();
    }

    private static String name(int c) {
        return NAMES.substring(c, c + 1);
    }

    private void begins(World world, int c, Client client, List<ModelStep> steps) {
        Setting.Role role = setting.roles().get(c);
        if (client.phase() == Phase.IDLE && client.number() < role.acquires()) {
            for (int want : role.wants()) {
                steps.add(step(world, c, " begins to acquire " + want, client.acquiring(want, world.tick())));
            }
        } else if (client.phase() == Phase.WAITING) {
            steps.add(step(
                    world, c, " looks and asks again", client.in(Phase.ACQUIRING, read(world, client), world.tick())));
            steps.add(step(
                    world,
                    c,
                    " asks again on what it heard",
                    client.in(Phase.ACQUIRING, client.view().remembered(), world.tick())));
            steps.add(step(world, c, " gives up waiting", client.in(Phase.RELEASING, client.view(), world.tick())));
        } else if (client.phase() == Phase.HOLDING) {
            View remembered = client.view().remembered();
            steps.add(step(
                    world,
                    c,
                    " begins to release",
                    client.in(Phase.RELEASING, remembered, world.tick()).believing(false, false, 0)));
            if (role.renews()) {
                steps.add(step(world, c, " begins to renew", client.in(Phase.RENEWING, remembered, world.tick())));
            }
            if (defect == Defect.GIVEN_UP_ENTERED && client.number() < role.acquires()) {
                steps.add(
                        step(world, c, " gives up and acquires again", client.acquiring(client.want(), world.tick())));
            }
        }
    }

    private static ModelStep step(World world, int c, String label, Client next) {
        return new ModelStep(name(c) + label, world.with(c, next), null);
    }

    private View read(World world, Client client) {
        Map<Key, Entry> known = new HashMap<>();
        for (int r = 0; r < setting.resources().size(); r++) {
            Entry entry = world.records().get(Key.lock(setting.resources().get(r)));
            if (client.wants(r) && entry != null) {
                known.put(entry.key(), entry);
            }
        }
        return new View(known, store.time(world.tick()), Basis.READ);
    }

    private void folds(World world, int c, Client client, List<ModelStep> steps) {
        for (int other = c + 1; other < setting.roles().size() && setting.folded(); other++) {
            Client second = world.clients().get(other);
            boolean alike = client.want() == second.want() && Integer.bitCount(client.want()) == 1;
            if (alike && second.phase().trying()) {
                steps.add(rounds.tried(name(c) + " and " + name(other) + " in one round", world, List.of(c, other)));
                steps.add(rounds.tried(name(other) + " and " + name(c) + " in one round", world, List.of(other, c)));
            }
        }
    }

    /** The answer is lost, or the change is late and its client waits no longer. */
    private void fails(World world, int c, Client client, List<ModelStep> steps) {
        if (world.spent().lost() >= setting.lost()) {
            return;
        }
        Spent spent = world.spent();
        World worse = world.spent(new Spent(spent.forces(), spent.ends(), spent.lost() + 1, spent.crashes()));
        Trial trial = rounds.trial(world, List.of(c));
        Group group = rounds.group(world, trial, List.of(c));
        if (group == null) {
            return;
        }
        String what = name(c) + " " + client.phase();
        Client unsure = unsure(client, group, world.tick());
        if (store.applies(world, group)) {
            Store.Application applied = store.apply(worse, group);
            steps.add(new ModelStep(
                    what + ": applied, the answer lost", applied.world().with(c, unsure), applied.broken()));
        }
        if (client.late() == null) {
            steps.add(new ModelStep(what + ": late", worse.with(c, unsure.late(Store.kept(group))), null));
        }
    }

    private Client unsure(Client client, Group group, int tick) {
        return switch (client.phase()) {
            case RENEWING -> client.in(Phase.HOLDING, View.ASSUMED_ABSENT, tick);
            case RELEASING -> client.unsure(Phase.UNSURE_OF_RELEASE, Store.kept(group));
            default ->
                defect == Defect.NOT_SETTLED
                        ? client.idle()
                        : client.unsure(Phase.UNSURE_OF_ACQUIRE, Store.kept(group));
        };
    }

    private ModelStep settled(World world, int c) {
        Client client = world.clients().get(c);
        SettlingStore settling = new SettlingStore(world, store);
        View view = rounds.trial(world, List.of(c)).settle(client.lost(), settling);
        World next = settling.world();
        Client informed = next.clients().get(c).informed(view, next.gone());
        Phase phase = client.phase() == Phase.UNSURE_OF_RELEASE ? Phase.RELEASING : Phase.ACQUIRING;
        return new ModelStep(name(c) + " settles", next.with(c, informed.again(phase)), null);
    }

    private void lateChange(World world, int c, Client client, List<ModelStep> steps) {
        Group late = client.late();
        if (late != null && store.applies(world, late)) {
            Store.Application applied = store.apply(world, late);
            World next = applied.world();
            steps.add(new ModelStep(
                    name(c) + "'s late change arrives",
                    next.with(c, next.clients().get(c).late(null)),
                    applied.broken()));
        }
    }

    private World crashed(World world, int c, Client client) {
        Spent spent = world.spent();
        World worse = world.spent(new Spent(spent.forces(), spent.ends(), spent.lost(), spent.crashes() + 1));
        Group flying = client.late();
        if (flying == null && client.phase().trying()) {
            Group group = rounds.group(world, rounds.trial(world, List.of(c)), List.of(c));
            flying = group == null ? null : Store.kept(group);
        }
        World next = worse.with(c, client.crashed().late(flying));
        for (int other = 0; other < setting.roles().size(); other++) {
            if (other != c
                    && setting.roles().get(other).process()
                            == setting.roles().get(c).process()
                    && setting.roles().get(c).process() > 0) {
                next = next.with(other, next.clients().get(other).crashed());
            }
        }
        return next;
    }

    private void people(World world, List<ModelStep> steps) {
        Spent spent = world.spent();
        for (String resource : setting.resources()) {
            Entry entry = world.records().get(Key.lock(resource));
            if (entry == null) {
                continue;
            }
            if (spent.forces() < setting.forces()
                    && !LockState.of(entry).holds().isEmpty()) {
                World worse = world.spent(new Spent(spent.forces() + 1, spent.ends(), spent.lost(), spent.crashes()));
                steps.add(exempt(
                        world,
                        rounds.done("a person forces " + resource, worse, resource, new Command.Force("p", "why")),
                        resource));
            }
            if (world.tick() > 0 || world.gone() != 0) {
                ModelStep tidied = rounds.done("the sweep tidies " + resource, world, resource, new Command.Tidy());
                if (tidied.world().version() != world.version()) {
                    steps.add(tidied);
                }
            }
        }
        for (String owner :
                setting.roles().stream().map(Setting.Role::owner).distinct().toList()) {
            ends(world, owner, steps);
        }
    }

    /** The end of an owner: first the marker, then a list of what the owner has, then the release of each. */
    private void ends(World world, String owner, List<ModelStep> steps) {
        Spent spent = world.spent();
        boolean begun = world.ending().contains(owner);
        boolean marks = (defect == Defect.ENDED_AFTER_LISTING) == begun;
        if (!begun && (spent.ends() == setting.ends() || world.ended().contains(owner))) {
            return;
        }
        World next = world;
        Law broken = null;
        if (marks) {
            next = store.apply(next, store.ending(owner)).world();
        } else {
            for (Entry entry : List.copyOf(next.records().values())) {
                if (entry.key().kind() == Kind.LOCK
                        && LockState.of(entry).owners().contains(owner)) {
                    String resource = entry.key().name();
                    ModelStep step =
                            exempt(next, rounds.done("", next, resource, new Command.ReleaseOwner(owner)), resource);
                    next = step.world();
                    broken = broken == null ? step.broken() : broken;
                }
            }
        }
        if (begun) {
            List<String> ended = new ArrayList<>(next.ended());
            ended.add(owner);
            next = next.owners(without(next.ending(), owner), List.copyOf(ended));
        } else {
            List<String> ending = new ArrayList<>(next.ending());
            ending.add(owner);
            next = next.owners(List.copyOf(ending), next.ended())
                    .spent(new Spent(spent.forces(), spent.ends() + 1, spent.lost(), spent.crashes()));
        }
        steps.add(new ModelStep("the end of " + owner + (begun ? " is complete" : " begins"), next, broken));
    }

    private static List<String> without(List<String> list, String one) {
        return list.stream().filter(other -> !other.equals(one)).toList();
    }

    /** A client whose hold a person ended may believe in it until its next renewal. */
    private ModelStep exempt(World before, ModelStep step, String resource) {
        World world = step.world();
        Entry was = before.records().get(Key.lock(resource));
        Entry entry = world.records().get(Key.lock(resource));
        int r = setting.resources().indexOf(resource);
        for (int c = 0; c < setting.roles().size(); c++) {
            Client client = world.clients().get(c);
            boolean held = was != null && LockState.of(was).holdOf(client.id(c)) != null;
            boolean there = entry != null && LockState.of(entry).holdOf(client.id(c)) != null;
            if (client.wants(r) && held && !there) {
                world = world.with(c, client.believing(client.believes(), true, client.counted()));
            }
        }
        return step.then(world);
    }

    private World ticked(World world) {
        World next = world.at(world.tick() + 1);
        for (int c = 0; c < setting.roles().size(); c++) {
            next = rounds.aged(next, c);
        }
        return next;
    }

    /** Without late changes that can never be applied any more. */
    private World pruned(World world) {
        World next = world;
        for (int c = 0; c < setting.roles().size(); c++) {
            Group late = world.clients().get(c).late();
            if (late != null && defect != Defect.VERSIONS_IGNORED && Store.isStale(world, late)) {
                next = next.with(c, next.clients().get(c).late(null));
            }
        }
        return next;
    }
}
