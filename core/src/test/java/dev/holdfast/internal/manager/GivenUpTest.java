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
        orphans.add(1, parts.handleState("a"));
        parts.failing(failure(kind));
        orphans.releaseQuietly(1);
        orphans.releaseAllQuietly();
        parts.working();
        assertThat(parts.isHeld("a")).isTrue();
        orphans.releaseQuietly(2);
        assertThat(parts.isHeld("a")).as("another number").isTrue();
        orphans.releaseQuietly(1);
        assertThat(parts.isHeld("a")).isFalse();
        requireNothingLeft();
    }

    @Test
    void releaseAllQuietly_releasesAll() {
        orphans.add(1, parts.handleState("a"));
        orphans.add(2, parts.handleState("b", "c"));
        orphans.releaseAllQuietly();
        assertThat(List.of(parts.isHeld("a"), parts.isHeld("b"), parts.isHeld("c")))
                .containsOnly(false);
        requireNothingLeft();
    }

    @Test
    void releaseOn_releasesWhatIsInTheWay_andNothingElse() {
        orphans.add(1, parts.handleState("a"));
        orphans.add(2, parts.handleState("b", "c"));
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
        orphans.add(1, parts.handleState("a"));
        orphans.add(2, parts.handleState("b"));
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
            orphans.add(i, parts.handleState("r" + i));
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
            orphans.add(i, parts.handleState("r" + i));
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
            orphans.add(i, elsewhere);
        }
        orphans.add(10_000, parts.handleState("a"));
        orphans.add(10_001, parts.handleState("b"));
        orphans.releaseOn(List.of("a", "b"));
        assertThat(parts.isHeld("a")).isFalse();
        assertThat(parts.isHeld("b")).isTrue();
    }
}
