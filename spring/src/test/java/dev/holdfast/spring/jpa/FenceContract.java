package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.session.LockProblems;
import dev.holdfast.session.StaleFenceException;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.jpa.office.Ledger;
import dev.holdfast.spring.jpa.office.Office;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What comes too late is refused by the row itself. */
@Tag("safety")
abstract class FenceContract extends OfficeTest {
    static void startWith(String... store) {
        start(Office.class, Postgres.and(Postgres.fresh(), store));
    }

    @BeforeEach
    void aLedger() {
        jdbc.update("INSERT INTO ledger (id, text, fence) VALUES (1, 'empty', 0)");
    }

    @AfterEach
    void nothingLeft() {
        empty("ledger");
    }

    private Ledger ledger() {
        return entities.find(Ledger.class, 1L);
    }

    private String text() {
        return jdbc.queryForObject("SELECT text FROM ledger WHERE id = 1", String.class);
    }

    private void write(String text) {
        // tag::fenced[]
        current.fenced(
                "ledger/1",
                fence -> jdbc.update(
                        "UPDATE ledger SET text = ?, fence = ? WHERE id = ? AND fence <= ?", text, fence, 1, fence));
        // end::fenced[]
    }

    @Test
    @DisplayName(
            "An entity keeps the fence of the lock it was written under, and what has a greater one is not written")
    void entity_keepsTheFence() {
        as(ANNA, () -> {
            long fence = current.acquire("ledger/1").get(0).fence();
            within(() -> ledger().write("hers"));
            within(() -> assertThat(ledger().fence()).isEqualTo(fence));
            within(() -> ledger().write("hers again"));
            jdbc.update("UPDATE ledger SET fence = ?", fence + 1); // as under a later lock
            assertThatThrownBy(() -> within(() -> ledger().write("late")))
                    .isInstanceOf(StaleFenceException.class)
                    .hasMessageStartingWith(
                            "ledger/1 was written under a later lock than the one with the fence " + fence);
            assertThatThrownBy(() -> within(() -> entities.remove(ledger()))).isInstanceOf(StaleFenceException.class);
            assertThat(text()).isEqualTo("hers again");
        });
    }

    @Test
    @DisplayName("A late writer, whose lock went to somebody else after it was checked, is refused by its older fence")
    void lateWriter_isRefused() {
        as(ANNA, () -> {
            current.acquire("ledger/1");
            assertThatThrownBy(() -> current.fenced("ledger/1", fence -> {
                        locks.admin().forceRelease("ledger/1", "Clara", "Anna is on leave");
                        as(BEN, () -> {
                            current.acquire("ledger/1");
                            write("Ben's");
                        });
                        return jdbc.update(
                                "UPDATE ledger SET text = 'late', fence = ? WHERE id = 1 AND fence <= ?", fence, fence);
                    }))
                    .isInstanceOf(StaleFenceException.class);
            assertThat(text()).isEqualTo("Ben's");
            assertThatThrownBy(() -> write("later")).isInstanceOf(LockNotHeldException.class);
        });
        as(BEN, () -> within(() -> ledger().write("Ben's again"))); // both ways see the same fence
        assertThat(text()).isEqualTo("Ben's again");
    }

    @Test
    @DisplayName("P16: what comes too late is a conflict, told in a sentence")
    void late_isAConflict() {
        StaleFenceException late = new StaleFenceException("ledger/1", 3);
        assertThat(new LockProblems(locks, "").of(late))
                .isNotNull()
                .satisfies(problem -> assertThat(problem.status()).isEqualTo(409))
                .satisfies(problem -> assertThat(problem.detail())
                        .isEqualTo("It was changed after you opened it. Nothing was saved. Open it again."));
    }
}
