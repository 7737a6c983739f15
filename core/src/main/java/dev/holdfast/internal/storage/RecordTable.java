package dev.holdfast.internal.storage;

import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records in memory, indexed by owner, user and due time, for stores that keep all of them at hand. Looking up and changing
 * one record costs the same however many there are. Not thread-safe: its store guards it.
 *
 * <p>A new record is indexed when an index is asked, or after some others have come. So a lock that is released soon after it was
 * acquired is never indexed.
 */
public final class RecordTable {
    private static final Comparator<Entry> BY_KEY = new ByKey();

    /** So many records wait for being indexed at most. */
    private static final int MAX_FRESH = 64;

    private final Map<Kind, Map<String, Row>> byKind = new EnumMap<>(Kind.class);
    private final Map<String, KeySet> byOwner = new HashMap<>();
    private final Map<String, KeySet> byUser = new HashMap<>();
    /** By full seconds: few buckets, so that keeping it costs next to nothing. */
    private final TreeMap<Long, KeySet> byDue = new TreeMap<>();
    /** The records that are not indexed yet, and some that are gone already. */
    private final List<Row> fresh = new ArrayList<>(MAX_FRESH);

    public RecordTable() {
        for (Kind kind : Kind.values()) {
            byKind.put(kind, new HashMap<>());
        }
    }

    public @Nullable Entry get(Key key) {
        Row row = ofKind(key.kind()).get(key.name());
        return row == null ? null : row.entry;
    }

    public long version(Key key) {
        Entry entry = get(key);
        return entry == null ? Change.ABSENT : entry.version();
    }

    public void put(Entry entry) {
        Row row = new Row(entry);
        Row old = ofKind(entry.key().kind()).put(entry.key().name(), row);
        if (old != null) {
            drop(old);
        }
        if (fresh.size() == MAX_FRESH) {
            indexFresh();
        }
        fresh.add(row);
    }

    public void remove(Key key) {
        Row old = ofKind(key.kind()).remove(key.name());
        if (old != null) {
            drop(old);
        }
    }

    private void drop(Row row) {
        row.gone = true;
        if (row.facts != null) {
            unindex(row.entry.key(), row.facts);
        }
    }

    private void indexFresh() {
        for (Row row : fresh) {
            if (!row.gone) {
                row.facts = Facts.of(row.entry);
                index(row.entry.key(), row.facts);
            }
        }
        fresh.clear();
    }

    public Reading read(Collection<Key> keys, Instant now) {
        Map<Key, Entry> found = new HashMap<>();
        for (Key key : keys) {
            Entry entry = get(key);
            if (entry != null) {
                found.put(key, entry);
            }
        }
        return new Reading(found, now);
    }

    public Page query(Query query, Instant now) {
        List<Entry> found = new ArrayList<>();
        for (Entry entry : candidates(query)) {
            if (query.matches(entry)) {
                found.add(entry);
            }
        }
        found.sort(BY_KEY);
        boolean more = found.size() > query.limit();
        return new Page(more ? found.subList(0, query.limit()) : found, more, now);
    }

    /** Returns every record, in no order. */
    public List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        for (Map<String, Row> rows : byKind.values()) {
            for (Row row : rows.values()) {
                all.add(row.entry);
            }
        }
        return all;
    }

    public int size() {
        return byKind.values().stream().mapToInt(Map::size).sum();
    }

    private List<Entry> candidates(Query query) {
        List<Entry> found = new ArrayList<>();
        indexFresh();
        if (query.owner() != null) {
            addPresent(byOwner.get(query.owner()), found);
        } else if (query.user() != null) {
            addPresent(byUser.get(query.user()), found);
        } else if (query.dueBy() != null) {
            for (KeySet keys :
                    byDue.headMap(query.dueBy().getEpochSecond(), true).values()) {
                addPresent(keys, found);
            }
        } else {
            for (Row row : ofKind(query.kind()).values()) {
                found.add(row.entry);
            }
        }
        return found;
    }

    private void addPresent(@Nullable KeySet keys, List<Entry> found) {
        if (keys != null) {
            for (Key key : keys.all()) {
                Entry entry = get(key);
                if (entry != null) {
                    found.add(entry);
                }
            }
        }
    }

    private Map<String, Row> ofKind(Kind kind) {
        return byKind.getOrDefault(kind, Collections.emptyMap());
    }

    private void index(Key key, Facts facts) {
        for (String owner : facts.owners) {
            add(byOwner, owner, key);
        }
        for (String user : facts.users) {
            add(byUser, user, key);
        }
        if (facts.due != null) {
            add(byDue, facts.due, key);
        }
    }

    private void unindex(Key key, Facts facts) {
        for (String owner : facts.owners) {
            drop(byOwner, owner, key);
        }
        for (String user : facts.users) {
            drop(byUser, user, key);
        }
        if (facts.due != null) {
            drop(byDue, facts.due, key);
        }
    }

    private static <T> void add(Map<T, KeySet> index, T fact, Key key) {
        KeySet keys = index.get(fact);
        if (keys == null) {
            index.put(fact, new KeySet(key));
        } else {
            keys.add(key);
        }
    }

    private static <T> void drop(Map<T, KeySet> index, T fact, Key key) {
        KeySet keys = index.get(fact);
        if (keys != null && keys.removeAndIsEmpty(key)) {
            index.remove(fact);
        }
    }

    private static final class ByKey implements Comparator<Entry> {
        @Override
        public int compare(Entry one, Entry two) {
            return one.key().compareTo(two.key());
        }
    }

    /** A record, and whether it is indexed. */
    private static final class Row {
        private final Entry entry;
        /** None before it is indexed. */
        private @Nullable Facts facts;

        private boolean gone;

        Row(Entry entry) {
            this.entry = entry;
        }
    }

    /** The facts by which a record is indexed, kept so that they need not be computed again when the record goes. */
    private record Facts(
            Set<String> owners, Set<String> users, @Nullable Long due) {
        static Facts of(Entry entry) {
            Instant at = entry.body().due().at(entry.stamp());
            return new Facts(entry.body().owners(), entry.body().users(), at == null ? null : at.getEpochSecond());
        }
    }

    /** A set of keys that costs next to nothing while it has a single one, as most here have. */
    private static final class KeySet {
        private @Nullable Key only;
        private @Nullable Set<Key> many;

        KeySet(Key first) {
            only = first;
        }

        void add(Key key) {
            if (many == null) {
                if (only == null || only.equals(key)) {
                    only = key;
                    return;
                }
                many = new HashSet<>();
                many.add(only);
                only = null;
            }
            many.add(key);
        }

        boolean removeAndIsEmpty(Key key) {
            if (many == null) {
                return key.equals(only);
            }
            many.remove(key);
            return many.isEmpty();
        }

        Collection<Key> all() {
            return many != null ? many : only == null ? List.of() : List.of(only);
        }
    }
}
