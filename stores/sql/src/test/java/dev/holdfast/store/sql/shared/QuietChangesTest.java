package dev.holdfast.store.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.HoldId;
import dev.holdfast.Owner;
import dev.holdfast.UnreadableRecordException;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Group.Audience;
import dev.holdfast.spi.Key;
import dev.holdfast.store.sql.Records;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Quiet changes are told from others by the beginning of their text, put by, and shown all the same. */
class QuietChangesTest {
    private static final Key A = Key.lock("a");
    /** A name that looks like the end of the records. */
    private static final Key TRICKY = Key.lock("b" + CommitText.EVENTS + "[]}]");

    private static final Audience ONE = Audience.of(new HoldId(1, 2));

    private static String text(Key key, Audience audience) {
        return CommitText.encodeAlone(new Group(
                List.of(Change.put(key, 1, Records.held(Owner.of("ann")))),
                List.of(Records.event(key.name(), "ann")),
                audience));
    }

    @Test
    void text_ofAQuietGroup_isKnownByItsBeginning() {
        assertThat(text(A, Audience.NO_ONE)).startsWith(CommitText.QUIET);
        assertThat(text(A, ONE)).startsWith(CommitText.QUIET);
        assertThat(text(A, Audience.EVERYONE)).doesNotStartWith(CommitText.QUIET);
        for (Audience audience : List.of(Audience.NO_ONE, ONE, Audience.EVERYONE)) {
            assertThat(CommitText.audience(text(TRICKY, audience))).isEqualTo(audience);
            assertThat(CommitText.decode(text(TRICKY, audience)))
                    .singleElement()
                    .satisfies(done -> {
                        assertThat(done.changed()).containsExactly(TRICKY);
                        assertThat(done.events()).hasSize(1);
                    });
        }
    }

    @Test
    void quietChanges_arePutBy_andShownLater() {
        QuietChanges changes = new QuietChanges();
        changes.clear();
        String whole = text(TRICKY, Audience.NO_ONE);
        changes.add(whole);
        changes.add(whole.substring(0, whole.indexOf(CommitText.EVENTS)));
        Set<Key> shown = new HashSet<>();
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            shown.addAll(changes.with(Set.of(A)));
            return shown.contains(TRICKY);
        });
        assertThat(shown).containsExactlyInAnyOrder(A, TRICKY);
        assertThat(changes.nanosLeft()).isPositive();
    }

    @Test
    void quietChange_ofARecordThatIsShownAnyway_isNotShownAgain() {
        QuietChanges changes = new QuietChanges();
        changes.add(text(A, Audience.NO_ONE));
        changes.with(Set.of(A));
        await().atMost(Duration.ofSeconds(90)).until(() -> changes.nanosLeft() <= 0);
        assertThat(changes.with(Set.of())).isEmpty();
    }

    @Test
    void textOfAnother_isRefused() {
        assertThatThrownBy(() -> new QuietChanges().add(CommitText.QUIET + "\"changed\":7"))
                .isInstanceOf(UnreadableRecordException.class);
    }
}
