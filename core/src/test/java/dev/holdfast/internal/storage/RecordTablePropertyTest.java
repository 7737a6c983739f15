package dev.holdfast.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.codec.RandomBodies;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The table against a plain map in which everything is looked at each time. */
class RecordTablePropertyTest {
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final Instant START = Instant.parse("2026-03-02T09:15:30.5Z");

    @Property(tries = 100)
    void table_anyHistory_answersAsAPlainMap(@ForAll long seed) {
        RecordTable table = new RecordTable();
        Map<Key, Entry> plain = new HashMap<>();
        Random random = new Random(seed);
        RandomBodies bodies = new RandomBodies(seed);
        Set<String> people = new TreeSet<>();
        for (int i = 1; i <= 200; i++) {
            Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            Key key = new Key(kind, "r" + random.nextInt(8));
            if (random.nextInt(3) == 0) {
                table.remove(key);
                plain.remove(key);
            } else {
                Body body = bodies.body(kind);
                people.addAll(body.owners());
                people.addAll(body.users());
                Entry entry = Entry.written(key, i, START.plusMillis(i * 700L), body);
                table.put(entry);
                plain.put(key, entry);
            }
            if (random.nextInt(20) == 0) { // What is asked for is indexed from then on, what comes later is not yet.
                people.forEach(person -> agrees(table, plain, Query.all(kind).owner(person)));
            }
        }
        assertThat(table.size()).isEqualTo(plain.size());
        assertThat(table.entries()).containsExactlyInAnyOrderElementsOf(plain.values());
        for (Kind kind : Kind.values()) {
            Query all = Query.all(kind);
            agrees(table, plain, all);
            agrees(table, plain, all.prefix("r1").limit(1));
            agrees(table, plain, all.after("r3").limit(2));
            for (String person : people) {
                agrees(table, plain, all.owner(person));
                agrees(table, plain, all.user(person).limit(1));
            }
            for (Instant due : List.of(Instant.MIN, START.plus(Duration.ofMinutes(5)), Instant.MAX)) {
                agrees(table, plain, all.dueBy(due));
                agrees(
                        table,
                        plain,
                        all.dueBy(due.equals(Instant.MAX) ? due : due.plusMillis(700))
                                .limit(3));
            }
        }
        new ArrayList<>(plain.keySet()).forEach(table::remove);
        assertThat(table.size()).isZero();
        people.forEach(person -> assertThat(
                        table.query(Query.all(Kind.LOCK).owner(person), START).entries())
                .isEmpty());
    }

    private static void agrees(RecordTable table, Map<Key, Entry> plain, Query query) {
        List<Entry> expected = plain.values().stream()
                .filter(query::matches)
                .sorted((a, b) -> a.key().compareTo(b.key()))
                .toList();
        Page page = table.query(query, START);
        assertThat(page.entries()).isEqualTo(expected.subList(0, Math.min(query.limit(), expected.size())));
        assertThat(page.more()).isEqualTo(expected.size() > query.limit());
        assertThat(page.now()).isEqualTo(START);
    }
}
