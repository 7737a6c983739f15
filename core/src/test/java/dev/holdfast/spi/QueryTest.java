package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Draft;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.spi.Key.Kind;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QueryTest {
    private static final Instant NOW = Instant.parse("2026-03-02T09:15:30Z");
    private static final Entry ENDED =
            Entry.written(new Key(Kind.OWNER_ENDED, "tab-1"), 7, NOW, new OwnerEnded("tab-1", Stamp.TIME));
    private static final Entry DRAFT = Entry.written(
            new Key(Kind.DRAFT, "scene"), 8, NOW, new DraftRecord(new Draft("scene", "ann", 1, "text", Stamp.TIME)));

    @Test
    void matches_eachCondition_byItself() {
        Query all = Query.all(Kind.OWNER_ENDED);
        assertThat(all.matches(ENDED)).isTrue();
        assertThat(all.matches(DRAFT)).isFalse();
        assertThat(all.prefix("tab").matches(ENDED)).isTrue();
        assertThat(all.prefix("Tab").matches(ENDED)).isFalse();
        assertThat(all.owner("tab-1").matches(ENDED)).isTrue();
        assertThat(all.owner("tab").matches(ENDED)).isFalse();
        assertThat(all.user("tab-1").matches(ENDED)).isFalse();
        assertThat(Query.all(Kind.DRAFT).user("ann").matches(DRAFT)).isTrue();
        assertThat(all.after("tab-0").matches(ENDED)).isTrue();
        assertThat(all.after("tab-1").matches(ENDED)).isFalse();
    }

    @Test
    void matches_due_fromThatMomentOn() {
        Query all = Query.all(Kind.OWNER_ENDED);
        Instant end = NOW.plus(OwnerEnded.LIFE);
        assertThat(all.dueBy(end).matches(ENDED)).isTrue();
        assertThat(all.dueBy(end.minusNanos(1)).matches(ENDED)).isFalse();
        Query drafts = Query.all(Kind.DRAFT);
        Instant forgotten = NOW.plus(Bounds.DRAFT_LIFE);
        assertThat(drafts.dueBy(forgotten).matches(DRAFT)).isTrue();
        assertThat(drafts.dueBy(forgotten.minusNanos(1)).matches(DRAFT)).isFalse();
    }

    @Test
    void matches_allConditions_mustHold() {
        Query query = Query.all(Kind.OWNER_ENDED).owner("tab-1").prefix("tab").dueBy(NOW.plus(OwnerEnded.LIFE));
        assertThat(query.matches(ENDED)).isTrue();
        assertThat(query.prefix("x").matches(ENDED)).isFalse();
    }

    @Test
    void limit_belowOne_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Query.all(Kind.LOCK).limit(0))
                .withMessageContaining("0");
    }
}
