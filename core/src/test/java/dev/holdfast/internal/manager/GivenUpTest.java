package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.UnreadableRecordException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds that no handle stands for any more, and when they are released. */
@Timeout(120)
class GivenUpTest {
    private final ManagerParts parts = new ManagerParts();
    private final OrphanedHolds orphans = new OrphanedHolds(parts.backend);

    private int trips() {
        return parts.store.sent.size() + parts.store.reads.size();
    }

    private void requireNothingLeft() {
        int before = trips();
        orphans.releaseSome();
        orphans.releaseAllQuietly();
        orphans.releaseOn(List.of("a", "b", "c"));
        assertThat(trips()).as("nothing is left to release").isEqualTo(before);
    }

    /** Returns the state of another handle on the same. */
    private static HandleState copy(HandleState of) {
        return new HandleState(of.receipts(), of.holds(), of.snapshot());
    }

    static RuntimeException failure(String kind) {
        return switch (kind) {
            case "away" -> new StoreUnreachableException("Away.", null);
            case "unreadable" -> new UnreadableRecordException("Damaged.", null);
            default -> new IllegalStateException("Closed.");
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"away", "unreadable", "closed"})
    void releaseQuietly_thatFails_isTriedAgain(String kind) {
        HandleState held = parts.handleState("a");
        orphans.add(held);
        parts.failing(failure(kind));
        orphans.releaseQuietly(held);
        orphans.releaseAllQuietly();
        parts.working();
        assertThat(parts.isHeld("a")).isTrue();
        orphans.releaseQuietly(copy(held));
        assertThat(parts.isHeld("a")).as("another handle").isTrue();
        orphans.releaseQuietly(held);
        assertThat(parts.isHeld("a")).isFalse();
        requireNothingLeft();
    }

    @Test
    void releaseAllQuietly_releasesAll() {
        orphans.add(parts.handleState("a"));
        orphans.add(parts.handleState("b", "c"));
        orphans.releaseAllQuietly();
        assertThat(List.of(parts.isHeld("a"), parts.isHeld("b"), parts.isHeld("c")))
                .containsOnly(false);
        requireNothingLeft();
    }

    @Test
    void releaseOn_releasesWhatIsInTheWay_andNothingElse() {
        orphans.add(parts.handleState("a"));
        orphans.add(parts.handleState("b", "c"));
        orphans.releaseOn(List.of("x", "c"));
        assertThat(parts.isHeld("a")).isTrue();
        assertThat(parts.isHeld("b")).isFalse();
        parts.failing(failure("away"));
        assertThatExceptionOfType(StoreUnreachableException.class).isThrownBy(() -> orphans.releaseOn(List.of("a")));
        parts.working();
        orphans.releaseOn(List.of("a"));
        assertThat(parts.isHeld("a")).isFalse();
        requireNothingLeft();
    }

    @Test
    void releaseSome_oneIsBusy_releasesTheOthersAndComesBack() {
        orphans.add(parts.handleState("a"));
        orphans.add(parts.handleState("b"));
        parts.busy("a");
        orphans.releaseSome();
        assertThat(parts.isHeld("a")).isTrue();
        assertThat(parts.isHeld("b")).isFalse();
        parts.working();
        orphans.releaseSome();
        assertThat(parts.isHeld("a")).isFalse();
        requireNothingLeft();
    }

    @Test
    void releaseSome_anUnreadableRecord_keepsNoOtherFromBeingReleased() {
        for (int i = 0; i < 4; i++) {
            orphans.add(parts.handleState("r" + i));
        }
        parts.store.answer = batch -> {
            if (batch.stream()
                    .anyMatch(group -> group.changes().get(0).key().name().equals("r1"))) {
                throw new UnreadableRecordException("Damaged.", null);
            }
            return parts.store.applied(batch);
        };
        orphans.releaseSome();
        for (int i = 0; i < 4; i++) {
            assertThat(parts.isHeld("r" + i)).isEqualTo(i == 1);
        }
        parts.working();
        orphans.releaseSome();
        assertThat(parts.isHeld("r1")).isFalse();
        requireNothingLeft();
    }

    /** Renewals of holds that are in use come first. */
    @Test
    void releaseSome_ofMany_isOneRoundOfABoundedNumber() {
        for (int i = 0; i < 257; i++) {
            orphans.add(parts.handleState("r" + i));
        }
        int before = parts.store.sent.size();
        orphans.releaseSome();
        assertThat(parts.store.sent.size() - before).isEqualTo(256);
        orphans.releaseSome();
        assertThat(parts.store.sent.size() - before).isEqualTo(257);
        requireNothingLeft();
    }

    /** Past a bound, leases end what is left. */
    @Test
    void add_ofTooMany_keepsNoMore() {
        HandleState elsewhere = parts.handleState("elsewhere");
        for (int i = 0; i < 9_999; i++) {
            orphans.add(copy(elsewhere));
        }
        orphans.add(parts.handleState("a"));
        orphans.add(parts.handleState("b"));
        orphans.releaseOn(List.of("a", "b"));
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(parts.isHeld("b")).isTrue();
    }
}
