package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Outcome;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records under compare-and-set, to which plans are applied one after the other. Its clock moves with every change. */
final class Bench {
    private static final int MAX_ROUNDS = 50;

    private final Map<Key, Entry> records = new HashMap<>();
    private long version = 10;
    private Instant now;

    Bench(Instant start) {
        now = start;
    }

    Bench copy() {
        Bench copy = new Bench(now);
        copy.records.putAll(records);
        copy.version = version;
        return copy;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void put(Key key, Body body) {
        version++;
        records.put(key, Entry.written(key, version, now, body));
    }

    Snapshot look() {
        return Snapshot.of(new Reading(records, now));
    }

    private Result apply(Group group) {
        Map<Key, Entry> current = new HashMap<>();
        boolean conflict = false;
        for (Change change : group.changes()) {
            Entry entry = records.get(change.key());
            if (entry != null) {
                current.put(change.key(), entry);
            }
            conflict |= (entry == null ? Change.ABSENT : entry.version()) != change.expected();
        }
        if (conflict) {
            return new Result.Conflict(new Reading(current, now));
        }
        version++;
        now = now.plusMillis(1);
        for (Change change : group.changes()) {
            if (change.next() != null) {
                records.put(change.key(), Entry.written(change.key(), version, now, change.next()));
            } else if (change.type() == Change.Type.DELETE) {
                records.remove(change.key());
            }
        }
        return new Result.Applied(version, now);
    }

    /** Folds attempts on one resource, round by round, until all are decided. Returns their outcomes. */
    List<String> run(List<Attempt> attempts) {
        // When a caller finds out about dead processes makes a difference; here all know from the start.
        attempts.forEach(attempt -> attempt.again(Witness.of(look().locks())));
        List<Attempt> open = attempts;
        for (int round = 0; !open.isEmpty(); round++) {
            if (round == MAX_ROUNDS) {
                throw new IllegalStateException("Undecided after " + MAX_ROUNDS + " rounds: " + open);
            }
            Plan plan = Plans.of(open, Scenes.POLICIES);
            Group group = plan.group();
            plan.answer(group == null ? null : apply(group));
            open = open.stream()
                    .filter(attempt -> attempt.answer() != Attempt.Answer.DONE)
                    .toList();
            open.forEach(attempt -> attempt.again(Witness.of(attempt.snapshot().locks())));
        }
        List<String> outcomes = new ArrayList<>();
        for (Attempt attempt : attempts) {
            outcomes.add(
                    text(attempt.steps().get(0).command(), attempt.outcomes().get(0)));
        }
        return outcomes;
    }

    private static String text(Command command, Outcome outcome) {
        String name = outcome.getClass().getSimpleName();
        if (outcome instanceof Outcome.Refused) {
            return name; // Which of several reasons is told depends on what the caller has seen.
        } else if (outcome instanceof Outcome.Queued queued) {
            return name + queued.place();
        } else if (outcome instanceof Outcome.Granted granted) {
            return name + granted.again() + granted.hold().entries();
        } else if (outcome instanceof Outcome.Released released) {
            return name + released.holds().stream().map(Hold::entries).toList();
        }
        return name + command.getClass().getSimpleName();
    }

    /** Returns the records without versions and times. */
    Map<String, String> content() {
        Map<String, String> content = new TreeMap<>();
        records.forEach((key, entry) -> content.put(key.toString(), text(entry.body())));
        return content;
    }

    private static String text(Body body) {
        if (body instanceof LockState state) {
            StringBuilder text = new StringBuilder();
            for (Hold hold : state.holds()) {
                text.append(hold.entries())
                        .append(hold.owner().id())
                        .append(hold.mode())
                        .append(hold.slot())
                        .append(hold.claimed());
            }
            state.queue()
                    .forEach(ticket ->
                            text.append(" waits ").append(ticket.claim().id()));
            return text.toString();
        } else if (body instanceof EndedHold ending) {
            return ending.ending().kind() + ending.ending().actor();
        } else if (body instanceof Cooldown) {
            return "cooldown";
        }
        return body.toString();
    }
}
