package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Samples.ownerOf;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.entry;
import static dev.holdfast.testkit.Steps.find;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Draft;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Different names are different records. A store may refuse a resource whose name it cannot keep, with an
 * {@link IllegalArgumentException} that says why; the names of other records are made by the rules, and none is refused.
 */
@SuppressWarnings("resource") // the suite closes what it connects
interface NameContract extends ContractPart {

    @Test
    default void name_plain_isKept() {
        LockStore store = connect();
        LockStore other = connect();
        for (String name : Names.PLAIN) {
            applied(store, Change.put(Key.lock(name), Change.ABSENT, lock(name)));
            assertThat(ownerOf(LockState.of(entry(other, Key.lock(name))))).isEqualTo(name);
        }
        assertThat(listed(store, Kind.LOCK)).containsExactlyElementsOf(sorted(Names.PLAIN));
    }

    @Test
    @Tag("safety")
    default void name_ofResource_isKeptApartFromAllOthersOrRefused() {
        LockStore store = connect();
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < Names.TRICKY.size(); i++) {
            String name = Names.TRICKY.get(i);
            assertThat(Names.bytes(name)).isLessThanOrEqualTo(512);
            if (keeps(store, name, i)) {
                kept.add(name);
            }
        }
        assertThat(kept).contains("name");
        LockStore again = connect();
        assertThat(listed(again, Kind.LOCK)).containsExactlyElementsOf(sorted(kept));
        for (String name : kept) {
            Key key = Key.lock(name);
            assertThat(ownerOf(LockState.of(entry(again, key)))).isEqualTo("owner-" + Names.TRICKY.indexOf(name));
            assertThat(listedBy(again, name)).contains(name);
        }
        for (String name : kept) {
            applied(
                    again,
                    Change.delete(Key.lock(name), entry(again, Key.lock(name)).version()));
            assertThat(find(store, Key.lock(name))).isNull();
        }
        assertThat(listed(store, Kind.LOCK)).isEmpty();
    }

    @Test
    default void name_ofOtherRecord_isNeverRefused() {
        LockStore store = connect();
        List<String> names = new ArrayList<>(Names.TRICKY);
        names.add("x".repeat(512) + '\n' + "y".repeat(512));
        for (String name : names) {
            Key key = new Key(Kind.DRAFT, name);
            applied(
                    store,
                    Change.put(key, Change.ABSENT, new DraftRecord(new Draft(name, "ann", 1, name, Stamp.TIME))));
        }
        LockStore other = connect();
        assertThat(listed(other, Kind.DRAFT)).containsExactlyElementsOf(sorted(names));
        for (String name : names) {
            Draft draft = ((DraftRecord) entry(other, new Key(Kind.DRAFT, name)).body()).draft();
            assertThat(draft.content()).isEqualTo(name);
        }
    }

    private static boolean keeps(LockStore store, String name, int number) {
        Change make = Change.put(Key.lock(name), Change.ABSENT, lock("owner-" + number));
        try {
            applied(store, make);
            return true;
        } catch (IllegalArgumentException refusal) {
            assertThat(refusal).hasMessageMatching("(?s).{10,}");
            // The group goes as a whole, and so does the batch: nothing of it was applied.
            Key bystander = Key.lock("bystander");
            Group mixed = Group.of(Change.put(bystander, Change.ABSENT, lock("eve")), make);
            assertThatThrownBy(() -> store.apply(List.of(mixed))).isInstanceOf(IllegalArgumentException.class);
            assertThat(find(store, bystander)).isNull();
            return false;
        }
    }

    private static List<String> listed(LockStore store, Kind kind) {
        return listed(store, Query.all(kind));
    }

    private static List<String> listedBy(LockStore store, String prefix) {
        return listed(store, Query.all(Kind.LOCK).prefix(prefix));
    }

    private static List<String> listed(LockStore store, Query query) {
        return store.query(query).entries().stream()
                .map(found -> found.key().name())
                .toList();
    }

    private static List<String> sorted(List<String> names) {
        return names.stream().sorted().toList();
    }
}
