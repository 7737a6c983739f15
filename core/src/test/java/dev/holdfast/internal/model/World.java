package dev.holdfast.internal.model;

import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One state of everything.
 *
 * @param version the largest version that the store has given
 * @param granted the largest fence that each resource ever had
 * @param told the fence of each client's last handle on each resource
 * @param operations the tick of each user's last operation
 * @param ending the owners whose end has begun and is not complete
 * @param ended the owners whose end is complete
 * @param spent how many force releases, ends, lost answers and crashes there were
 */
record World(
        TreeMap<Key, Entry> records,
        List<Client> clients,
        int tick,
        long version,
        List<Long> granted,
        List<Long> told,
        Map<String, Integer> operations,
        List<String> ending,
        List<String> ended,
        Spent spent) {

    /** How much trouble there was. */
    record Spent(int forces, int ends, int lost, int crashes) {}

    static World start(Setting setting) {
        return new World(
                new TreeMap<>(),
                Collections.nCopies(setting.roles().size(), Client.NEW),
                0,
                0,
                Collections.nCopies(setting.resources().size(), 0L),
                Collections.nCopies(setting.resources().size() * setting.roles().size(), 0L),
                Map.of(),
                List.of(),
                List.of(),
                new Spent(0, 0, 0, 0));
    }

    World with(int client, Client changed) {
        List<Client> next = new ArrayList<>(clients);
        next.set(client, changed);
        return new World(records, List.copyOf(next), tick, version, granted, told, operations, ending, ended, spent);
    }

    World with(TreeMap<Key, Entry> changed, long newVersion) {
        return new World(changed, clients, tick, newVersion, granted, told, operations, ending, ended, spent);
    }

    World granted(int resource, long fence) {
        List<Long> next = new ArrayList<>(granted);
        next.set(resource, Math.max(fence, granted.get(resource)));
        return new World(records, clients, tick, version, List.copyOf(next), told, operations, ending, ended, spent);
    }

    long told(int client, int resource) {
        return told.get(client * granted.size() + resource);
    }

    World told(int client, int resource, long fence) {
        List<Long> next = new ArrayList<>(told);
        next.set(client * granted.size() + resource, fence);
        return new World(records, clients, tick, version, granted, List.copyOf(next), operations, ending, ended, spent);
    }

    World operated(String user) {
        Map<String, Integer> next = new HashMap<>(operations);
        next.put(user, tick);
        return new World(records, clients, tick, version, granted, told, next, ending, ended, spent);
    }

    World at(int newTick) {
        return new World(records, clients, newTick, version, granted, told, operations, ending, ended, spent);
    }

    World spent(Spent more) {
        return new World(records, clients, tick, version, granted, told, operations, ending, ended, more);
    }

    World owners(List<String> nowEnding, List<String> nowEnded) {
        return new World(records, clients, tick, version, granted, told, operations, nowEnding, nowEnded, spent);
    }

    /** The clients that have crashed, as bits. */
    int gone() {
        int gone = 0;
        for (int c = 0; c < clients.size(); c++) {
            gone |= clients.get(c).alive() ? 0 : 1 << c;
        }
        return gone;
    }
}
