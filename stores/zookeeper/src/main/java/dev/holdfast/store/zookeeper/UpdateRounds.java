package dev.holdfast.store.zookeeper;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A division of a batch into rounds. The groups of one round share nothing but records that they all merely check: they may go
 * in one step, and get one version. Groups that share more stay in their order.
 */
final class UpdateRounds {
    private final List<List<GroupUpdate>> rounds = new ArrayList<>();
    /** The first round in which a key may be checked for that version, or written. */
    private final Map<Key, Integer> checkable = new HashMap<>();

    private final Map<Key, Integer> writable = new HashMap<>();
    private final Map<Key, Long> checkedFor = new HashMap<>();

    private UpdateRounds() {}

    static List<List<GroupUpdate>> of(List<GroupUpdate> updates) {
        if (updates.size() == 1) {
            return List.of(updates);
        }
        UpdateRounds rounds = new UpdateRounds();
        updates.forEach(rounds::place);
        return rounds.rounds;
    }

    private void place(GroupUpdate update) {
        int round = 0;
        for (Change change : update.group().changes()) {
            round = Math.max(round, first(change));
        }
        for (Change change : update.group().changes()) {
            Key key = change.key();
            writable.merge(key, round + 1, Math::max);
            if (change.type() == Change.Type.CHECK) {
                checkedFor.put(key, change.expected());
            } else {
                checkable.put(key, round + 1);
                checkedFor.remove(key);
            }
        }
        while (rounds.size() <= round) {
            rounds.add(new ArrayList<>());
        }
        rounds.get(round).add(update);
    }

    private int first(Change change) {
        Key key = change.key();
        Long other = checkedFor.get(key);
        boolean sameCheck = change.type() == Change.Type.CHECK && (other == null || other == change.expected());
        return (sameCheck ? checkable : writable).getOrDefault(key, 0);
    }
}
