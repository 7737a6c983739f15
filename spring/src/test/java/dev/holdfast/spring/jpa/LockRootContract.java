package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.spring.AcquiresLock;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.RequiresLock;
import dev.holdfast.spring.jpa.office.Memo;
import dev.holdfast.spring.jpa.office.Office;
import dev.holdfast.spring.jpa.office.OrderLine;
import dev.holdfast.spring.jpa.office.PurchaseOrder;
import dev.holdfast.spring.jpa.office.Remark;
import dev.holdfast.spring.jpa.office.Remarks;
import java.util.List;
import org.hibernate.Hibernate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Transactional;

/** Members of an aggregate, whose lock is that of its root. */
abstract class LockRootContract extends OfficeTest {
    private final EntityLocks entityLocks = bean(EntityLocks.class);
    private final Picking picking = bean(Picking.class);

    private long order;
    private long other;
    private long line;
    private long remark;

    @Configuration(proxyBeanMethods = false)
    @Import({Office.class, Picking.class})
    static class App {}

    static class Picking {
        @Transactional
        @AcquiresLock(entity = OrderLine.class, value = "#line")
        public void pick(long line) {}

        @Transactional
        @RequiresLock("#remark")
        public void answer(Remark remark) {}

        @Transactional
        @RequiresLock(entity = Remark.class, value = "#remark")
        public void strike(long remark) {}
    }

    static void startWith(String... store) {
        start(App.class, Postgres.and(Postgres.fresh(), store));
    }

    @BeforeEach
    void anOrder() {
        within(() -> {
            PurchaseOrder made = new PurchaseOrder("paper");
            PurchaseOrder second = new PurchaseOrder("ink");
            OrderLine first = new OrderLine(made, 10);
            made.lines().add(first);
            entities.persist(made);
            entities.persist(second);
            Remark said = new Remark(first, "soon");
            entities.persist(said);
            entities.flush();
            order = made.id();
            other = second.id();
            line = first.id();
            remark = said.id();
        });
    }

    @AfterEach
    void nothingLeft() {
        empty("purchase_order, order_line, remark");
    }

    private OrderLine line() {
        return entities.find(OrderLine.class, line);
    }

    private Remark remark() {
        return entities.find(Remark.class, remark);
    }

    @Test
    @Tag("safety")
    @DisplayName("P13: whoever locks one member locks the group; to change any needs the lock of the root")
    void member_standsUnderItsRoot() {
        as(ANNA, () -> assertThat(bean(Remarks.class).findForEdit(remark)).isPresent());
        assertThat(locks.list("")).extracting(LockView::resource).containsExactly("order/" + order);
        as(BEN, () -> {
            assertThatThrownBy(() -> picking.pick(line)).isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(() -> entityLocks.findForEdit(PurchaseOrder.class, order))
                    .isInstanceOf(LockUnavailableException.class);
            for (Runnable change : List.<Runnable>of(
                    () -> line().count(11),
                    () -> remark().write("never"),
                    () -> entities.remove(remark()),
                    () -> entities.persist(new Remark(line(), "more")),
                    () -> entities.find(PurchaseOrder.class, order).lines().clear(),
                    () -> entities.find(PurchaseOrder.class, order).lines().add(new OrderLine(line().order(), 1)))) {
                assertThatThrownBy(() -> within(change))
                        .isInstanceOf(LockNotHeldException.class)
                        .hasMessageContaining("order/" + order)
                        .hasMessageContaining("held by Anna");
            }
        });
        as(
                ANNA,
                () -> within(() -> {
                    line().count(12);
                    remark().write("now");
                    entities.persist(new Remark(line(), "more"));
                }));
        as(ANNA, () -> within(() -> assertThat(line().pieces()).isEqualTo(12)));
    }

    @Test
    @Tag("safety")
    @DisplayName("P13: a native query that adds a member needs a lock of its root's kind, too")
    void nativeInsertOfAMember_needsALock() {
        Runnable insert =
                () -> entities.createNativeQuery("INSERT INTO remark (id, text, line_id) VALUES (-1, 'mine', ?)")
                        .setParameter(1, line)
                        .executeUpdate();
        as(ANNA, () -> {
            assertThatThrownBy(() -> within(insert))
                    .isInstanceOf(LockNotHeldException.class)
                    .hasMessageContaining("The table remark is about to be changed by a query");
            current.acquire("order/" + order);
            within(() -> {
                current.require("order/" + order);
                insert.run();
            });
        });
        assertThat(jdbc.queryForObject("SELECT text FROM remark WHERE id = -1", String.class))
                .isEqualTo("mine");
    }

    @Test
    @DisplayName("P7: what is saved and given back in one transaction is written first")
    void released_isWrittenFirst() {
        as(ANNA, () -> {
            current.acquire("order/" + order);
            within(() -> {
                line().count(77);
                current.release("order/" + order);
            });
            assertThatThrownBy(() -> within(() -> line().count(78))).hasMessageContaining("order/" + order);
            within(() -> assertThat(line().pieces()).isEqualTo(77));
        });
    }

    @Test
    @Tag("safety")
    @DisplayName("P13: what goes from one root to another needs the locks of both")
    void moved_needsBoth() {
        as(ANNA, () -> {
            Runnable move = () -> line().move(entities.getReference(PurchaseOrder.class, other));
            current.acquire("order/" + order);
            assertThatThrownBy(() -> within(move)).hasMessageContaining("order/" + other);
            current.acquire("order/" + other);
            current.release("order/" + order);
            assertThatThrownBy(() -> within(move)).hasMessageContaining("order/" + order);
            current.acquire("order/" + order);
            within(move);
            assertThat(entityLocks.name(Remark.class, remark)).isEqualTo("order/" + other);
        });
    }

    @Test
    @DisplayName("P13: the root's id is found without loading the graph, and once in a transaction")
    void root_isFoundWithoutLoading() {
        within(() -> {
            Runnable ask =
                    () -> assertThat(entityLocks.name(Remark.class, remark)).isEqualTo("order/" + order);
            assertThat(statements.sent(ask)).hasSize(1);
            assertThat(statements.sent(ask)).isEmpty();
            Remark loaded = remark();
            assertThat(statements.sent(
                            () -> assertThat(entityLocks.name(loaded)).isEqualTo("order/" + order)))
                    .hasSize(1); // from the line on, whose id it has
            assertThat(Hibernate.isInitialized(loaded.line())).isFalse();
            OrderLine half = line();
            assertThat(statements.sent(() -> assertThat(entityLocks.name(half)).isEqualTo("order/" + order)))
                    .isEmpty();
            assertThat(Hibernate.isInitialized(half.order())).isFalse();
        });
        assertThat(entityLocks.name(OrderLine.class, line)).isEqualTo("order/" + order);
    }

    @Test
    @DisplayName("P13: annotations take an entity, or the id of one, and lock its root")
    void annotations_lockTheRoot() {
        as(ANNA, () -> {
            assertThatThrownBy(() -> picking.strike(remark)).isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> picking.answer(remark())).isInstanceOf(LockNotHeldException.class);
            picking.pick(line);
            picking.strike(remark);
            picking.answer(remark());
            entityLocks.require(remark(), line());
            assertThat(entityLocks.release(line())).isTrue();
        });
        assertThat(locks.list("")).isEmpty();
    }

    @Test
    @DisplayName("P13: new members of a new root need no lock; what has none is told")
    void newRoot_isFree() {
        as(
                ANNA,
                () -> within(() -> {
                    PurchaseOrder made = new PurchaseOrder("pens");
                    entities.persist(made);
                    OrderLine first = new OrderLine(made, 1);
                    entities.persist(first);
                    entities.flush();
                    first.count(2);
                    made.write("pencils");
                }));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entityLocks.name(new Memo(1, "")))
                .withMessageContaining("Memo has no lock");
    }
}
