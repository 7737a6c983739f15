package dev.holdfast.internal.manager;

import dev.holdfast.Draft;
import dev.holdfast.Drafts.Left;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Owner;
import dev.holdfast.Policy;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LeftDraft;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Page;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The drafts: texts written under locks that are not submitted yet. Heartbeats save them; this class reads and deletes them.
 */
final class DraftCalls {
    private final Engine engine;
    private final LockStore store;

    DraftCalls(Engine engine) {
        this.engine = engine;
        this.store = engine.store();
    }

    /** Returns the text if there is one and the policy of the resource keeps drafts, else null. */
    Draft.@Nullable Edit checked(String resource, Draft.@Nullable Edit text) {
        if (text != null) {
            requireKept(resource);
        }
        return text;
    }

    void requireKept(String resource) {
        if (!engine.policy(resource).drafts()) {
            throw new IllegalArgumentException(
                    "Drafts of " + resource + " are not kept: set 'drafts: true' in its policy.");
        }
    }

    /** Returns the draft that is kept after a heartbeat, if the heartbeat brought a text and there is a draft. */
    static Optional<Draft> kept(Heartbeat heartbeat, Snapshot after) {
        Draft.Edit text = heartbeat.draft();
        return text == null
                ? Optional.empty()
                : draft(after.get(Key.draft(heartbeat.receipt().resource(), text.author())));
    }

    Optional<Draft> of(String resource, String author) {
        Key key = Key.draft(resource, author);
        return draft(store.read(List.of(key)).get(key));
    }

    /** Returns the drafts that a hold has left to its taker; none if the taker is null. */
    List<Left> left(String resource, @Nullable Hold taker) {
        Policy policy = engine.policy(resource);
        if (taker == null || !policy.drafts()) {
            return List.of();
        }
        Map<String, Owner> authors = new LinkedHashMap<>();
        Query query = Query.all(Kind.ENDING).prefix(resource + '\n');
        Page page;
        do {
            page = store.query(query);
            for (Entry entry : page.entries()) {
                Ending ending = ((EndedHold) entry.body()).ending();
                String author = LeftDraft.author(policy, ending);
                if (author != null && LeftDraft.wasTaken(ending, entry.version(), taker)) {
                    authors.put(author, ending.owner());
                }
                query = query.after(entry.key().name());
            }
        } while (page.more());
        List<Left> left = new ArrayList<>();
        authors.forEach((author, owner) -> of(resource, author)
                .ifPresent(draft -> left.add(new Left(
                        LeftDraft.shown(policy, owner),
                        LeftDraft.mayRead(policy) ? Optional.of(draft) : Optional.empty()))));
        return left;
    }

    /** Returns when the text of an owner was saved that is kept after its hold has ended. */
    Optional<Instant> kept(Ending ending) {
        String author = LeftDraft.author(engine.policy(ending.resource()), ending);
        return author == null ? Optional.empty() : of(ending.resource(), author).map(DraftCalls::saved);
    }

    private static Instant saved(Draft draft) {
        Draft.Late late = draft.late();
        return late == null ? draft.saved() : late.saved();
    }

    private static Optional<Draft> draft(@Nullable Entry entry) {
        return Optional.ofNullable(entry == null ? null : ((DraftRecord) entry.body()).draft());
    }

    /** Returns how much is kept for a user. */
    AsyncGrants.DraftUse use(String user) {
        int count = 0;
        long bytes = 0;
        Query query = Query.all(Kind.DRAFT).user(user);
        Page page;
        do {
            page = store.query(query);
            for (Entry entry : page.entries()) {
                Draft draft = ((DraftRecord) entry.body()).draft();
                Draft.Late late = draft.late();
                count++;
                bytes += Text.utf8Length(draft.content());
                bytes += late == null ? 0 : Text.utf8Length(late.content());
                query = query.after(entry.key().name());
            }
        } while (page.more());
        return new AsyncGrants.DraftUse(count, bytes);
    }

    boolean discard(String resource, String author) {
        Key key = Key.draft(resource, author);
        Pause pause = Pause.whileBusy();
        while (true) {
            Entry entry = store.read(List.of(key)).get(key);
            if (entry == null) {
                return false;
            }
            Result result = store.apply(List.of(Group.of(Change.delete(key, entry.version()))))
                    .get(0);
            if (result instanceof Result.Applied) {
                return true;
            }
            pause.await();
        }
    }
}
