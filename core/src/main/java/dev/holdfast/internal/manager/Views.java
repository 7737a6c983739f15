package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows resources as they are, judged by policy and evidence. Changes nothing. */
final class Views {
    private final Engine engine;
    private final LockStore store;

    Views(Engine engine) {
        this.engine = engine;
        this.store = engine.store();
    }

    LockView look(String resource) {
        return look(List.of(resource)).get(0);
    }

    /** Returns the views of several resources, with one round trip. */
    List<LockView> look(List<String> resources) {
        if (resources.isEmpty()) {
            return List.of();
        }
        Snapshot snapshot = engine.look(resources.stream().map(Key::lock).toList());
        return resources.stream()
                .map(resource -> view(resource, snapshot.get(Key.lock(resource)), snapshot.asOf()))
                .toList();
    }

    /** Returns the holds that still count, each by its receipt, with the requests to hand them over. */
    List<Renewal> holds(List<Receipt> receipts) {
        Snapshot snapshot = engine.look(receipts.stream()
                .map(receipt -> Key.lock(receipt.resource()))
                .distinct()
                .toList());
        return receipts.stream().map(receipt -> renewal(receipt, snapshot)).toList();
    }

    private Renewal renewal(Receipt receipt, Snapshot snapshot) {
        String resource = receipt.resource();
        Key key = Key.lock(resource);
        Optional<Hold> held = view(resource, snapshot.get(key), snapshot.asOf()).holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(LockView.Holder::hold)
                .filter(hold -> hold.entries().contains(receipt.holdId()))
                .findFirst();
        return new Renewal(
                held,
                Optional.empty(),
                held.map(hold -> snapshot.lock(key).requests().on(resource, hold))
                        .orElse(List.of()));
    }

    List<LockView> list(Query query) {
        List<LockView> views = new ArrayList<>();
        forEach(query, (entry, now) -> {
            if (!LockState.of(entry).holds().isEmpty()
                    || !LockState.of(entry).queue().isEmpty()) {
                views.add(view(entry.key().name(), entry, now));
            }
        });
        return views;
    }

    /** Returns what the query finds, and the resources that such owners wait for in the memory of this manager. */
    List<LockView> list(Query query, Predicate<Owner> waiting) {
        return withMore(list(query), engine.cohorts().resources(waiting), Integer.MAX_VALUE);
    }

    /** Returns the views, and those of further resources, in order and at most so many. */
    private List<LockView> withMore(List<LockView> views, Set<String> more, int most) {
        views.forEach(view -> more.remove(view.resource()));
        if (more.isEmpty()) {
            return views;
        }
        views.addAll(look(more.stream().limit(most).toList()));
        views.sort(Comparator.comparing(LockView::resource));
        return views.size() > most ? views.subList(0, most) : views;
    }

    /**
     * Returns a page of what the query finds, and of the resources that such owners wait for in the memory of this manager.
     */
    List<LockView> page(Query query, Predicate<Owner> waiting) {
        List<LockView> views = page(query);
        Set<String> more = engine.cohorts().resources(waiting);
        String last = views.size() < query.limit()
                ? null
                : views.get(views.size() - 1).resource();
        more.removeIf(resource -> !resource.startsWith(query.prefix())
                || resource.compareTo(query.after()) <= 0
                || (last != null && resource.compareTo(last) > 0));
        return withMore(views, more, query.limit());
    }

    /** Returns at most as many as the limit of the query says. */
    private List<LockView> page(Query query) {
        List<LockView> views = new ArrayList<>();
        Query next = query;
        Page page;
        do {
            page = store.query(next.limit(query.limit() - views.size()));
            for (Entry entry : page.entries()) {
                next = next.after(entry.key().name());
                if (!LockState.of(entry).holds().isEmpty()
                        || !LockState.of(entry).queue().isEmpty()) {
                    views.add(view(entry.key().name(), entry, page.now()));
                }
            }
        } while (page.more() && views.size() < query.limit());
        return views;
    }

    private LockView view(String resource, @Nullable Entry entry, Instant now) {
        LockState state = entry == null ? LockState.FREE : LockState.of(entry);
        return new LockView(
                resource,
                entry == null ? Change.ABSENT : entry.version(),
                Rules.judge(
                        state, engine.policy(resource), EvidenceSource.of(state, engine.witness(List.of(state))), now),
                queue(resource, state, now),
                state.requests().on(resource),
                now);
    }

    /** Returns those in the queue, and those of this manager that wait behind its ticket. */
    private List<LockView.WaitingCaller> queue(String resource, LockState state, Instant now) {
        List<Cohort.Member> here = engine.cohorts().members(resource);
        List<LockView.WaitingCaller> queue = new ArrayList<>(state.queue().size() + here.size());
        Set<HoldId> shown = new HashSet<>();
        for (Ticket ticket : state.queue()) {
            queue.add(caller(ticket.claim(), ticket.since(), ticket.seen(), ticket.behind()));
            shown.add(ticket.claim().id());
        }
        int place = queue.size();
        for (Cohort.Member member : here) {
            Claim claim = member.claim();
            if (shown.contains(claim.id())) {
                // Not its place in the record: those of this manager that wait before it are shown, too.
                int index = indexOf(claim.id(), queue);
                LockView.WaitingCaller first = queue.get(index);
                queue.set(index, caller(claim, first.since(), first.seen(), 0));
                place = index + 1;
            } else if (state.holdOf(claim.id()) == null) {
                queue.add(place++, caller(claim, member.since(), now, 0));
            }
        }
        return queue;
    }

    private static int indexOf(HoldId id, List<LockView.WaitingCaller> queue) {
        int index = 0;
        while (!queue.get(index).id().equals(id)) {
            index++;
        }
        return index;
    }

    private static LockView.WaitingCaller caller(Claim claim, Instant since, Instant seen, int behind) {
        return new LockView.WaitingCaller(claim.id(), claim.owner(), claim.mode(), since, seen, behind);
    }

    /** Returns how many records the query finds, or the maximum if there are more. */
    int count(Query query, int most) {
        int count = 0;
        Page page;
        Query next = query;
        do {
            page = store.query(next);
            for (Entry entry : page.entries()) {
                count++;
                next = query.after(entry.key().name());
            }
        } while (page.more() && count < most);
        return Math.min(count, most);
    }

    /** Passes every record that the query finds to the consumer, page by page. */
    void forEach(Query query, Consumer<Entry> each) {
        forEach(query, (entry, now) -> each.accept(entry));
    }

    /** A receiver of records, each with the store's time at which it was current. */
    interface Reader {
        void accept(Entry entry, Instant now);
    }

    void forEach(Query query, Reader each) {
        Page page;
        Query next = query;
        do {
            page = store.query(next);
            for (Entry entry : page.entries()) {
                each.accept(entry, page.now());
                next = query.after(entry.key().name());
            }
        } while (page.more());
    }
}
