package dev.holdfast.internal.manager;

import static dev.holdfast.internal.manager.Scenes.NOW;
import static dev.holdfast.internal.manager.Scenes.entry;
import static dev.holdfast.internal.manager.Scenes.hold;
import static dev.holdfast.internal.manager.Scenes.id;
import static dev.holdfast.internal.manager.Scenes.owner;
import static dev.holdfast.internal.manager.Scenes.seen;
import static dev.holdfast.internal.manager.Scenes.state;
import static dev.holdfast.internal.manager.Scenes.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Draft;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Mode;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Command;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.Effect;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.Turn;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The changes of one plan: what is written, what is merely checked, and what is known afterwards. */
@Tag("safety")
class ChangesTest {
    private static final Key A = Key.lock("a");
    private static final Key B = Key.lock("b");
    private static final Key SLOT = new Key(Kind.SLOT, "scene/9");
    private static final Key DRAFT = Key.draft("a", "mia");
    private static final Key ENDING = Key.ending("a", id(1));
    private static final LockState HELD = state(hold(1, owner("ann", "")));

    private static Changes changes(Snapshot snapshot) {
        return new Changes(snapshot, List.of(step(A, new Command.Tidy())));
    }

    private static List<Change> of(Changes changes) {
        Group group = changes.group();
        return group == null ? List.of() : group.changes();
    }

    private static Effect.SaveDraft save(boolean held, long revision, String content) {
        return new Effect.SaveDraft(id(1), held, new Draft.Edit("mia", revision, content));
    }

    /** Returns a lock of that holder, with the turn of its manager, for which another manager waits. */
    private static LockState contended(int holder, @Nullable Turn turn) {
        Claim waiting = new Claim(id(900), owner("zoe", ""), Mode.EXCLUSIVE, Lease.NONE);
        return new LockState(
                List.of(hold(holder, owner("o" + holder, ""))), List.of(new Ticket(waiting, NOW, NOW)), null, turn);
    }

    @Test
    void handOverWithinTheManager_isAQuietGroup_unlessItWritesMore() {
        Snapshot seen = seen(entry(A, 4, contended(1, null)), entry(SLOT, 5, new Slot("a", id(1))));
        Changes alone = changes(seen);
        alone.become(A, contended(2, new Turn(1, NOW)));
        alone.check(B);
        alone.close(true);
        assertThat(alone.group()).isNotNull().extracting(Group::quiet).isEqualTo(true);

        Changes more = changes(seen);
        more.become(A, contended(2, new Turn(1, NOW)));
        more.add("a", new Effect.FreeSlot("scene/9"));
        more.close(true);
        assertThat(more.group()).isNotNull().extracting(Group::quiet).isEqualTo(false);

        Changes forced = changes(seen);
        forced.become(A, contended(2, null));
        forced.close(true);
        assertThat(forced.group()).isNotNull().extracting(Group::quiet).isEqualTo(false);

        Changes check = changes(seen);
        check.close(true);
        assertThat(check.group()).isNotNull().extracting(Group::quiet).isEqualTo(false);
    }

    @Test
    void freeSlot_deletesOnlyWhatThisResourceFilled() {
        Effect free = new Effect.FreeSlot("scene/9");
        Changes own = changes(seen(entry(SLOT, 4, new Slot("a", id(1)))));
        own.add("a", free);
        assertThat(of(own)).containsExactly(Change.delete(SLOT, 4));
        Changes other = changes(seen(entry(SLOT, 4, new Slot("b", id(2)))));
        other.add("a", free);
        assertThat(of(other)).isEmpty();
    }

    @Test
    void freeSlot_thatOnlyMemoryShowsToBeAnothers_isChecked() {
        Effect free = new Effect.FreeSlot("scene/9");
        Snapshot seen = seen(entry(SLOT, 4, new Slot("b", id(2))));
        Changes heard = changes(seen.remembered());
        heard.add("a", free);
        assertThat(of(heard)).containsExactly(Change.check(SLOT, 4));
        Changes mixed = changes(new Snapshot(seen.entries(), seen.asOf(), seen.origin(), true));
        mixed.add("a", free);
        assertThat(of(mixed)).containsExactly(Change.check(SLOT, 4));
    }

    @Test
    void freeSlot_thatThisPlanFilledForAnother_staysFilled() {
        Changes changes = changes(seen(entry(SLOT, 4, new Slot("a", id(1)))));
        Slot next = new Slot("b", id(2));
        changes.add("b", new Effect.FillSlot("scene/9", next));
        changes.add("a", new Effect.FreeSlot("scene/9"));
        assertThat(of(changes)).containsExactly(Change.put(SLOT, 4, next));
        assertThat(changes.body(SLOT)).isEqualTo(next);
    }

    @Test
    void draft_ofAHold_isWritten_andARepeatedOneIsChecked() {
        Changes first = changes(seen());
        first.add("a", save(true, 5, "five"));
        assertThat(of(first))
                .containsExactly(Change.put(
                        DRAFT, Change.ABSENT, new DraftRecord(new Draft("a", "mia", 5, "five", Stamp.TIME))));
        Changes again = changes(seen(entry(DRAFT, 3, new DraftRecord(new Draft("a", "mia", 5, "five", NOW)))));
        again.add("a", save(true, 5, "five"));
        assertThat(of(again)).containsExactly(Change.check(DRAFT, 3));
    }

    /** A heartbeat that is decided together with a takeover, and after it. */
    @Test
    void draft_ofAHoldThatThisPlanEnded_isKept_andSoIsTheReasonOfTheEnd() {
        EndedHold ended = EndedHold.of(
                new LockEvent("a", LockEvent.EventKind.OVERRIDDEN, HELD.holds().get(0), "bob", ""));
        Changes changes = changes(seen());
        changes.add("a", new Effect.Tell(id(1), ended));
        changes.add("a", save(false, 5, "five"));
        assertThat(changes.body(ENDING)).isEqualTo(ended);
        assertThat(of(changes))
                .containsExactlyInAnyOrder(
                        Change.put(ENDING, Change.ABSENT, ended),
                        Change.put(
                                DRAFT, Change.ABSENT, new DraftRecord(new Draft("a", "mia", 5, "five", Stamp.TIME))));
    }

    @Test
    void draft_ofAHoldThatWasReleased_isNotKept_butThatOfALostOneIs() {
        Changes released = changes(seen());
        released.add("a", save(false, 5, "five"));
        assertThat(of(released)).containsExactly(Change.check(ENDING, Change.ABSENT));
        Ending ending = EndedHold.of(new LockEvent(
                        "a", LockEvent.EventKind.FORCED, HELD.holds().get(0), "bob", ""))
                .ending();
        Changes lost = changes(seen(entry(ENDING, 6, new EndedHold(ending))));
        lost.add("a", save(false, 5, "five"));
        assertThat(of(lost)).extracting(Change::key).containsExactly(DRAFT);
    }

    @Test
    void draft_thatWasSubmitted_isDeleted() {
        Changes changes = changes(seen(entry(DRAFT, 3, new DraftRecord(new Draft("a", "mia", 5, "five", NOW)))));
        changes.add("a", new Effect.DropDraft("mia"));
        assertThat(of(changes)).containsExactly(Change.delete(DRAFT, 3));
    }

    @Test
    void changes_areInTheOrderOfTheirKeys_andTheLastOfAKeyCounts() {
        Changes changes = changes(seen(entry(SLOT, 4, new Slot("a", id(1)))));
        Key owner = new Key(Kind.OWNER_ENDED, "ann");
        changes.check(owner);
        changes.check(owner);
        changes.check(SLOT);
        changes.become(A, HELD);
        changes.add("a", new Effect.FillSlot("scene/9", new Slot("a", id(2))));
        changes.close(false);
        assertThat(of(changes))
                .isSortedAccordingTo((one, other) -> one.key().compareTo(other.key()))
                .containsExactlyInAnyOrder(
                        Change.check(owner, Change.ABSENT),
                        Change.put(SLOT, 4, new Slot("a", id(2))),
                        Change.put(A, Change.ABSENT, HELD));
        assertThat(changes.writes(SLOT)).isTrue();
        assertThat(changes.writes(owner)).isFalse();
        assertThat(changes.names(owner)).isTrue();
        assertThat(changes.names(B)).isFalse();
    }

    @Test
    void twoChanges_areInTheOrderOfTheirKeys() {
        Key last = new Key(Kind.OWNER_ENDED, "b");
        Key first = new Key(Kind.OWNER_ENDED, "a");
        Changes changes = changes(seen());
        changes.check(last);
        changes.check(first);
        assertThat(of(changes)).extracting(Change::key).containsExactly(first, last);
    }

    @Test
    void close_writesWhatChanged_andChecksTheRestOnRequest() {
        Snapshot snapshot = seen(entry(A, 7, HELD), entry(B, 8, HELD));
        Changes freed = changes(snapshot);
        freed.become(A, LockState.FREE);
        freed.close(false);
        assertThat(of(freed)).containsExactly(Change.delete(A, 7));
        Changes same = changes(snapshot);
        same.close(false);
        assertThat(same.group()).isNull();
        Changes checked = changes(snapshot);
        checked.close(true);
        assertThat(of(checked)).containsExactly(Change.check(A, 7));
        Changes former = changes(snapshot);
        former.become(B, snapshot.lock(B));
        former.close(false);
        assertThat(of(former)).containsExactly(Change.check(B, 8));
    }

    @Test
    void undo_forgetsWhatTheLocksWouldHaveBecome() {
        Snapshot snapshot = seen(entry(A, 7, HELD));
        Changes changes = changes(snapshot);
        changes.become(A, LockState.FREE);
        changes.become(B, HELD);
        changes.add("a", new Effect.FreeSlot("scene/9"));
        changes.undo(List.of(step(A, new Command.Tidy())));
        assertThat(changes.lock(A)).isSameAs(snapshot.lock(A));
        assertThat(changes.decidesAbout(A)).isTrue();
        assertThat(changes.decidesAbout(B)).isFalse();
        assertThat(changes.group()).isNull();
    }

    @Test
    void after_theRecordsAreAsWritten_andThoseNotLookedAtAreOlder() {
        Snapshot snapshot = seen(entry(A, 7, HELD), entry(SLOT, 4, new Slot("a", id(1))));
        Changes changes = changes(snapshot);
        changes.become(A, LockState.FREE);
        changes.close(false);
        Snapshot after = changes.after(new Result.Applied(9, NOW.plusSeconds(1)));
        assertThat(after.lock(A)).isSameAs(LockState.FREE);
        assertThat(after.version(SLOT)).isEqualTo(4);
        assertThat(after.asOf()).isEqualTo(NOW.plusSeconds(1));
        assertThat(after.mixed()).isTrue();
        changes.add("a", new Effect.FreeSlot("scene/9"));
        Snapshot all = changes.after(new Result.Applied(9, NOW.plusSeconds(1)));
        assertThat(all.entries()).isEmpty();
        assertThat(all.mixed()).isFalse();
    }

    @Test
    void corrected_replacesWhatTheConflictShows() {
        Snapshot snapshot = seen(entry(A, 7, HELD), entry(SLOT, 4, new Slot("a", id(1))));
        Changes changes = changes(snapshot);
        changes.become(A, LockState.FREE);
        changes.close(false);
        Snapshot known = changes.corrected(new Result.Conflict(new Reading(Map.of(), NOW.plusSeconds(1))));
        assertThat(known.get(A)).isNull();
        assertThat(known.version(SLOT)).isEqualTo(4);
        assertThat(known.mixed()).isTrue();
        assertThat(known.asOf()).isEqualTo(NOW.plusSeconds(1));
        assertThat(known.guess()).isFalse();
    }

    @Test
    void views_keepTheirOwnRecordsAndAddThoseOfOthers() {
        Key ended = new Key(Kind.OWNER_ENDED, "ann");
        Snapshot own = seen(entry(A, 7, HELD), entry(SLOT, 4, new Slot("a", id(1))));
        Snapshot other = seen(
                entry(A, 6, HELD), entry(SLOT, 3, new Slot("b", id(2))), entry(ended, 2, new OwnerEnded("ann", NOW)));
        Snapshot both = own.and(other, A);
        assertThat(both.version(A)).isEqualTo(7);
        assertThat(both.version(SLOT)).isEqualTo(4);
        assertThat(both.version(ended)).isEqualTo(2);
        assertThat(both.mixed()).isTrue();
        assertThat(own.and(seen(entry(A, 6, HELD)), A)).isSameAs(own);
        assertThat(seen(entry(SLOT, 4, new Slot("a", id(1)))).and(other, A).get(A))
                .isNull();
    }
}
