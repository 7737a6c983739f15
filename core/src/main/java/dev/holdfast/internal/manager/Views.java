package dev.holdfast.internal.manager;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.Rules;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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

    /** Returns the holds that still count, each by its receipt. */
    List<Optional<Hold>> holds(List<Receipt> receipts) {
        Snapshot snapshot = engine.look(receipts.stream()
                .map(receipt -> Key.lock(receipt.resource()))
                .distinct()
                .toList());
        return receipts.stream()
                .map(receipt ->
                        view(receipt.resource(), snapshot.get(Key.lock(receipt.resource())), snapshot.asOf())
                                .holders()
                                .stream()
                                .filter(judged -> !judged.state().ended())
                                .map(LockView.Holder::hold)
                                .filter(hold -> hold.entries().contains(receipt.holdId()))
                                .findFirst())
                .toList();
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

    /** Returns at most as many as the limit of the query says. */
    List<LockView> page(Query query) {
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
                state.queue().stream()
                        .map(ticket -> new LockView.WaitingCaller(
                                ticket.claim().id(),
                                ticket.claim().owner(),
                                ticket.claim().mode(),
                                ticket.since(),
                                ticket.seen()))
                        .toList(),
                now);
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
