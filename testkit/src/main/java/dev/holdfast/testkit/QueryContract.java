package dev.holdfast.testkit;

import static dev.holdfast.testkit.Samples.A;
import static dev.holdfast.testkit.Samples.draft;
import static dev.holdfast.testkit.Samples.draftKey;
import static dev.holdfast.testkit.Samples.hold;
import static dev.holdfast.testkit.Samples.lock;
import static dev.holdfast.testkit.Steps.applied;
import static dev.holdfast.testkit.Steps.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records are found by prefix, owner, user and due time, and not by former values of these. */
@SuppressWarnings("resource") // the suite closes what it connects
interface QueryContract extends ContractPart {

    @Test
    default void query_all_listsOneKindByName() {
        LockStore store = connect();
        make(store, "b", "a/2", "a", "B", "a/10");
        applied(store, Change.put(draftKey("draft"), Change.ABSENT, draft(1)));
        Page page = connect().query(Query.all(Kind.LOCK));
        assertThat(page.more()).isFalse();
        assertThat(page.entries())
                .extracting(found -> found.key().name())
                .containsExactly("B", "a", "a/10", "a/2", "b");
        for (Entry found : page.entries()) {
            assertThat(found).isEqualTo(entry(store, found.key()));
        }
        assertThat(names(store, Query.all(Kind.DRAFT))).containsExactly("draft");
    }

    @Test
    default void query_prefix_isTakenLiterally() {
        LockStore store = connect();
        make(store, "a%b", "axb", "a_b", "a*b", "a?b", "a[x]b", "a", "ab", "Ab");
        assertThat(names(store, all().prefix("a%"))).containsExactly("a%b");
        assertThat(names(store, all().prefix("a_"))).containsExactly("a_b");
        assertThat(names(store, all().prefix("a*"))).containsExactly("a*b");
        assertThat(names(store, all().prefix("a?"))).containsExactly("a?b");
        assertThat(names(store, all().prefix("a["))).containsExactly("a[x]b");
        assertThat(names(store, all().prefix("ab"))).containsExactly("ab");
        assertThat(names(store, all().prefix("A"))).containsExactly("Ab");
        assertThat(names(store, all().prefix("abc"))).isEmpty();
    }

    @Test
    @Tag("safety")
    default void query_owner_findsHoldersAndWaiters() {
        LockStore store = connect();
        make(store, "x", "y");
        Owner bob = Owner.of("bob");
        Claim claim = new Claim(new HoldId(7, 7), bob, Mode.EXCLUSIVE, Lease.NONE);
        LockState waitedFor = new LockState(
                List.of(hold(Owner.of("ann"), Lease.NONE)), List.of(new Ticket(claim, Stamp.TIME, Stamp.TIME)), null);
        applied(store, Change.put(Key.lock("w"), Change.ABSENT, waitedFor));
        applied(store, Change.put(Key.lock("z"), Change.ABSENT, lock(bob, Lease.NONE)));
        assertThat(names(connect(), all().owner("ann"))).containsExactly("w", "x", "y");
        assertThat(names(connect(), all().owner("bob"))).containsExactly("w", "z");
        assertThat(names(store, all().owner("ann").prefix("y"))).containsExactly("y");
        assertThat(names(store, all().owner("an"))).isEmpty();
        assertThat(names(store, Query.all(Kind.DRAFT).owner("ann"))).isEmpty();
    }

    @Test
    @Tag("safety")
    default void query_ofAQueueThatChanges_findsThoseWhoWait() {
        LockStore store = connect();
        List<List<String>> steps = List.of(
                List.of("ann"),
                List.of("ann", "bob", "Bob", "it's \"ü\" \\ 😀"),
                List.of("cid", "bob", "Bob", "it's \"ü\" \\ 😀"),
                List.of("cid", "Bob", "dan"),
                List.of("Bob", "dan"),
                List.of("dan"),
                List.of("dan", "bob"));
        long version = Change.ABSENT;
        for (List<String> present : steps) {
            version = applied(store, Change.put(A, version, queue(present))).version();
            for (String owner : List.of("ann", "bob", "Bob", "it's \"ü\" \\ 😀", "cid", "dan")) {
                boolean found = !names(store, all().owner(owner)).isEmpty();
                boolean ofUser = !names(store, all().user(owner.toLowerCase(Locale.ROOT)))
                        .isEmpty();
                assertThat(found).as(owner + " among " + present).isEqualTo(present.contains(owner));
                assertThat(ofUser)
                        .as("user of " + owner + " among " + present)
                        .isEqualTo(present.stream().anyMatch(owner::equalsIgnoreCase));
            }
        }
        applied(store, Change.delete(A, version));
        assertThat(names(store, all().owner("bob"))).isEmpty();
    }

    /** Returns a lock that the first has and the others wait for, each as a user in lower case. */
    private static LockState queue(List<String> present) {
        List<Ticket> tickets = new ArrayList<>();
        for (String waiting : present.subList(1, present.size())) {
            Owner owner = Owner.of(waiting).user(waiting.toLowerCase(Locale.ROOT));
            Claim claim = new Claim(new HoldId(7, tickets.size()), owner, Mode.EXCLUSIVE, Lease.NONE);
            tickets.add(new Ticket(claim, Stamp.TIME, Stamp.TIME));
        }
        Owner first = Owner.of(present.get(0)).user(present.get(0).toLowerCase(Locale.ROOT));
        return new LockState(List.of(hold(first, Lease.NONE)), tickets, null);
    }

    @Test
    @Tag("safety")
    default void query_user_findsAllOwnersOfThatUser() {
        LockStore store = connect();
        Owner tab = Owner.of("tab-1").user("ann");
        applied(store, Change.put(Key.lock("x"), Change.ABSENT, lock(tab, Lease.NONE)));
        applied(
                store,
                Change.put(Key.lock("y"), Change.ABSENT, lock(Owner.of("tab-2").user("ann"), Lease.NONE)));
        applied(store, Change.put(Key.lock("z"), Change.ABSENT, lock(Owner.of("ann"), Lease.NONE)));
        applied(store, Change.put(draftKey("d"), Change.ABSENT, draft(1)));
        assertThat(names(connect(), all().user("ann"))).containsExactly("x", "y");
        assertThat(names(connect(), all().user("ann").owner("tab-2"))).containsExactly("y");
        assertThat(names(connect(), Query.all(Kind.DRAFT).user("ann"))).containsExactly("d");
        assertThat(names(store, all().user("tab-1"))).isEmpty();
    }

    @Test
    @Tag("safety")
    default void query_due_findsWhatIsOverByTheRecordsOwnTimes() {
        LockStore store = connect();
        Owner ann = Owner.of("ann");
        Instant soon = applied(store, Change.put(Key.lock("soon"), Change.ABSENT, lock(ann, minutes(5))))
                .stamp()
                .plus(Duration.ofMinutes(5));
        applied(store, Change.put(Key.lock("late"), Change.ABSENT, lock(ann, minutes(50))));
        applied(store, Change.put(Key.lock("never"), Change.ABSENT, lock(ann, Lease.NONE)));
        assertThat(names(connect(), all().dueBy(soon.minusMillis(1)))).isEmpty();
        assertThat(names(connect(), all().dueBy(soon))).containsExactly("soon");
        assertThat(names(connect(), all().dueBy(soon.plus(Duration.ofHours(1)))))
                .containsExactly("late", "soon");
        assertThat(names(connect(), all().dueBy(soon.plus(Duration.ofHours(1))).prefix("l")))
                .containsExactly("late");
        assertThat(names(connect(), Query.all(Kind.DRAFT).dueBy(soon))).isEmpty();
    }

    @Test
    @Tag("safety")
    default void query_afterChangeAndDeletion_findsOnlyWhatIs() {
        LockStore store = connect();
        long first = applied(
                        store, Change.put(A, Change.ABSENT, lock(Owner.of("ann").user("u1"), minutes(5))))
                .version();
        var done = applied(connect(), Change.put(A, first, lock(Owner.of("bob").user("u2"), minutes(50))));
        Instant end = done.stamp().plus(Duration.ofMinutes(50));
        assertThat(names(store, all().owner("ann"))).isEmpty();
        assertThat(names(store, all().user("u1"))).isEmpty();
        assertThat(names(store, all().dueBy(end.minusMillis(1)))).isEmpty();
        assertThat(names(store, all().owner("bob"))).containsExactly("a");
        assertThat(names(store, all().user("u2"))).containsExactly("a");
        assertThat(names(store, all().dueBy(end))).containsExactly("a");
        applied(connect(), Change.delete(A, done.version()));
        assertThat(names(store, all())).isEmpty();
        assertThat(names(store, all().owner("bob"))).isEmpty();
        assertThat(names(store, all().user("u2"))).isEmpty();
        assertThat(names(store, all().dueBy(end))).isEmpty();
    }

    @Test
    default void query_pages_coverEverythingOnce() {
        LockStore store = connect();
        make(store, IntStream.range(0, 20).mapToObj(i -> "r" + i).toArray(String[]::new));
        List<String> expected =
                IntStream.range(0, 20).mapToObj(i -> "r" + i).sorted().toList();
        for (int limit : new int[] {1, 7, 10, 20, 21}) {
            for (Query query : List.of(all(), all().owner("ann"), all().prefix("r"))) {
                assertThat(pages(store, query.limit(limit))).isEqualTo(expected);
            }
        }
        assertThat(names(store, all().after("r18x")))
                .containsExactly("r19", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9");
        assertThat(names(store, all().after("r9"))).isEmpty();
    }

    private static List<String> pages(LockStore store, Query query) {
        List<String> all = new ArrayList<>();
        Page page = store.query(query);
        while (true) {
            assertThat(page.entries()).hasSizeBetween(1, query.limit());
            page.entries().forEach(found -> all.add(found.key().name()));
            if (!page.more()) {
                return all;
            }
            page = store.query(query.after(all.get(all.size() - 1)));
        }
    }

    private static Query all() {
        return Query.all(Kind.LOCK);
    }

    private static Lease minutes(int grace) {
        return Lease.of(Duration.ofMinutes(grace));
    }

    private static List<String> names(LockStore store, Query query) {
        return store.query(query).entries().stream()
                .map(found -> found.key().name())
                .toList();
    }

    private static void make(LockStore store, String... names) {
        for (String name : names) {
            applied(store, Change.put(Key.lock(name), Change.ABSENT, lock("ann")));
        }
    }
}
