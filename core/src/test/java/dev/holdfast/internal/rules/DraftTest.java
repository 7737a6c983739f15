package dev.holdfast.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Draft;
import dev.holdfast.Mode;
import dev.holdfast.internal.base.Stamp;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unfinished text: which of two texts counts, what is kept, and how much fits. */
class DraftTest {
    private static final String RESOURCE = "post/1";

    private static Draft with(Draft before, long revision, String content) {
        return DraftRecord.with(new DraftRecord(before), RESOURCE, new Draft.Edit("mia", revision, content))
                .draft();
    }

    private static Draft first() {
        return DraftRecord.with(null, RESOURCE, new Draft.Edit("mia", 5, "five"))
                .draft()
                .stamped(Given.T0);
    }

    @Test
    void text_withANewerRevision_replaces() {
        assertThat(first()).isEqualTo(new Draft(RESOURCE, "mia", 5, "five", Given.T0));
        assertThat(with(first(), 6, "six")).isEqualTo(new Draft(RESOURCE, "mia", 6, "six", Stamp.TIME));
        assertThat(new DraftRecord(first()).users()).containsExactly("mia");
        assertThat(new DraftRecord(new Draft(RESOURCE, "", 5, "five", Given.T0)).users())
                .isEmpty();
    }

    @Test
    void text_withAnOlderOrEqualRevision_isKeptBeside() {
        for (long revision : new long[] {4, 5}) {
            Draft both = with(first(), revision, "late");
            assertThat(both.content()).isEqualTo("five");
            assertThat(both.revision()).isEqualTo(5);
            assertThat(both.late()).isEqualTo(new Draft.Late(revision, "late", Stamp.TIME));
            assertThat(both.stamped(Given.T0).late()).isEqualTo(new Draft.Late(revision, "late", Given.T0));
            assertThat(with(both, 6, "six").late()).isEqualTo(both.late());
        }
    }

    @Test
    void text_sentAgain_changesNothing() {
        Draft draft = first();
        assertThat(with(draft, 5, "five")).isSameAs(draft);
        Draft both = with(draft, 4, "late");
        assertThat(with(both, 4, "late")).isSameAs(both);
        assertThat(with(both, 3, "late").late()).isEqualTo(new Draft.Late(3, "late", Stamp.TIME));
        assertThat(with(both, 4, "other").late()).isEqualTo(new Draft.Late(4, "other", Stamp.TIME));
    }

    @ParameterizedTest
    @CsvSource({"x, 1", "\u007f, 1", "\u0080, 2", "é, 2", "\u07ff, 2", "\u0800, 3", "€, 3", "😀, 4"})
    void text_isAsLongAsItsBytes(String letter, int bytes) {
        String fits = letter.repeat(Draft.Edit.MAX_BYTES / bytes);
        assertThat(new Draft.Edit("mia", 0, fits).content()).isEqualTo(fits);
        assertThatIllegalArgumentException().isThrownBy(() -> new Draft.Edit("mia", 0, fits + letter));
    }

    @Test
    void revision_belowZero_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Draft.Edit("mia", -1, ""));
    }

    @Test
    void heartbeat_savesItsText_alsoOfAHoldThatItFindsOver() {
        Claim claim = Given.claim(1, "ann", Mode.EXCLUSIVE, Given.OFFLINE.lease());
        LockState state = new LockState(List.of(HoldChanges.granted(claim)), List.of(), null).stamped(1, Given.T0);
        Draft.Edit text = new Draft.Edit("mia", 1, "text");
        assertThat(saved(state, text, 0)).isEqualTo(new Effect.SaveDraft(Given.id(1), true, text));
        assertThat(saved(state, text, 3600)).isEqualTo(new Effect.SaveDraft(Given.id(1), true, text));
        assertThat(saved(LockState.FREE, text, 0)).isEqualTo(new Effect.SaveDraft(Given.id(1), false, text));
        LockState another = new LockState(
                        List.of(HoldChanges.granted(Given.claim(2, "bob", Mode.EXCLUSIVE, claim.lease()))),
                        List.of(),
                        null)
                .stamped(2, Given.T0);
        assertThat(saved(another, text, 3600)).isEqualTo(new Effect.SaveDraft(Given.id(1), false, text));
        assertThat(new Effect.SaveDraft(Given.id(1), true, text).keeps(false)).isTrue();
        assertThat(new Effect.SaveDraft(Given.id(1), false, text).keeps(true)).isTrue();
        assertThat(new Effect.SaveDraft(Given.id(1), false, text).keeps(false)).isFalse();
    }

    private static Effect saved(LockState state, Draft.Edit text, int seconds) {
        Command renew = new Command.Renew(Given.id(1), true, null, text);
        Decision decision = Rules.decide(state, renew, Given.OFFLINE, Evidence.NONE, Given.T0.plusSeconds(seconds));
        return Effect.of("r", Given.OFFLINE, renew, decision).get(0);
    }
}
