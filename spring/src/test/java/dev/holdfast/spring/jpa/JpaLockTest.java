package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.spring.Apps;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.jpa.office.Memo;
import dev.holdfast.spring.jpa.office.Office;
import dev.holdfast.spring.jpa.office.PatientFile;
import dev.holdfast.spring.jpa.office.Policies;
import dev.holdfast.spring.jpa.office.Policy;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** What Hibernate writes of an entity that has a lock. */
class JpaLockTest extends OfficeTest {
    private static final Owner CLARA = Owner.of("session-c").named("Clara");

    private static ConfigurableApplicationContext lenient;

    private final Policies policies = bean(Policies.class);

    @BeforeAll
    static void start() {
        String[] properties = Postgres.and(
                Postgres.fresh(),
                "spring.datasource.hikari.connection-timeout=3000",
                "spring.datasource.hikari.maximum-pool-size=2");
        start(Office.class, properties);
        lenient = Apps.jpa(Office.class, Postgres.and(properties, "holdfast.sweep=never", "holdfast.report-only=true"));
    }

    @AfterAll
    static void stopLenient() {
        lenient.close();
    }

    @BeforeEach
    void policiesToEdit() {
        jdbc.execute("INSERT INTO policy (id, text) VALUES (1, 'house'), (2, 'car')");
        jdbc.execute("INSERT INTO policy_marks (policy_id, marks) VALUES (1, 'old')");
        jdbc.execute("INSERT INTO patient_file (id, text) VALUES (1, 'file')");
        jdbc.execute("INSERT INTO memo (id, text) VALUES (1, 'call'), (2, 'write')");
    }

    @AfterEach
    void nothingLeft() {
        empty("policy, policy_marks, memo, patient_file");
    }

    private Policy policy(long id) {
        return entities.find(Policy.class, id);
    }

    private String text(long id) {
        return jdbc.queryForObject("SELECT text FROM policy WHERE id = ?", String.class, id);
    }

    @Test
    @Tag("safety")
    @DisplayName(
            "P14: an entity that is changed without its lock is not written, and the refusal names the missing call")
    void update_withoutLock_isRefused() {
        as(
                CLARA,
                () -> assertThatThrownBy(() -> within(() -> policy(1).write("mine")))
                        .isInstanceOf(LockNotHeldException.class)
                        .hasMessage("policy/1 is about to be changed without its lock: call"
                                + " CurrentLocks.acquire(\"policy/1\") when editing begins."));
        assertThat(text(1)).isEqualTo("house");
        as(BEN, () -> current.acquire("policy/1"));
        as(
                CLARA,
                () -> assertThatThrownBy(() -> within(() -> policy(1).write("mine")))
                        .isInstanceOf(LockNotHeldException.class)
                        .hasMessageContaining("held by Ben"));
        assertThatThrownBy(() -> within(() -> policy(1).write("nobody's"))).isInstanceOf(LockNotHeldException.class);
        as(BEN, () -> within(() -> policy(1).write("Ben's")));
        assertThat(text(1)).isEqualTo("Ben's");
    }

    @Test
    @DisplayName("P14: nor is it deleted")
    void delete_withoutLock_isRefused() {
        as(ANNA, () -> {
            assertThatThrownBy(() -> within(() -> entities.remove(policy(1)))).isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> policies.deleteById(1L)).isInstanceOf(LockNotHeldException.class);
            assertThat(policies.count()).isEqualTo(2);
            current.acquire("policy/2");
            policies.deleteById(2L);
            assertThat(policies.count()).isEqualTo(1);
        });
    }

    @Test
    @DisplayName("P14: nor is a collection that it owns")
    void collection_withoutLock_isRefused() {
        as(ANNA, () -> {
            assertThatThrownBy(() -> within(() -> policy(1).marks().add("new")))
                    .isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> within(() -> policy(1).marks().clear())).isInstanceOf(LockNotHeldException.class);
            current.acquire("policy/1");
            within(() -> policy(1).marks().add("new"));
        });
        assertThat(jdbc.queryForList("SELECT marks FROM policy_marks", String.class))
                .containsExactlyInAnyOrder("old", "new");
    }

    @Test
    @DisplayName("P14: what is new is nobody else's, until it is committed")
    void madeHere_needsNoLock() {
        as(ANNA, () -> {
            within(() -> {
                Policy made = new Policy(3, "boat");
                entities.persist(made);
                entities.flush();
                made.write("ship");
                made.marks().add("new");
                entities.flush();
                made.write("ferry");
            });
            assertThat(text(3)).isEqualTo("ferry");
            assertThatThrownBy(() -> within(() -> policy(3).write("boat"))).isInstanceOf(LockNotHeldException.class);
        });
    }

    @Test
    @Tag("safety")
    @DisplayName("P14: a query that changes entities without loading them needs a lock of that kind in its transaction")
    void queries_withoutLock_areRefused() {
        as(ANNA, () -> {
            assertThatThrownBy(() -> policies.rename(1, "mine")).isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> policies.renameByHand(1, "mine"))
                    .isInstanceOf(LockNotHeldException.class)
                    .hasMessage(
                            "The table policy is about to be changed by a query, and nothing of policy/ was locked in this"
                                    + " transaction: call CurrentLocks.require(\"policy/…\") in the same transaction before.");
            assertThatThrownBy(() -> within(() -> entities.createNativeQuery("DELETE FROM \"policy_marks\"")
                            .executeUpdate()))
                    .isInstanceOf(LockNotHeldException.class);
            current.acquire("policy/1");
            assertThatThrownBy(() -> policies.rename(1, "mine")).isInstanceOf(LockNotHeldException.class);
            within(() -> {
                current.require("policy/1");
                policies.rename(1, "hers");
                policies.renameByHand(1, text(1) + " now");
            });
            assertThat(text(1)).isEqualTo("hers now");
        });
    }

    @Test
    @DisplayName("P14: sessions without a cache of entities are watched too")
    void statelessSession_isWatched() {
        SessionFactory factory = bean(SessionFactory.class);
        as(ANNA, () -> {
            assertThatThrownBy(() -> factory.inStatelessTransaction(session -> session.update(new Policy(1, "mine"))))
                    .isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> factory.inStatelessTransaction(session -> session.delete(new Policy(1, ""))))
                    .isInstanceOf(LockNotHeldException.class);
        });
        assertThat(text(1)).isEqualTo("house");
    }

    @Test
    @Tag("safety")
    @DisplayName("P14: nor do they read what readers lock, since they cannot lock it")
    void statelessSession_doesNotReadWhatReadersLock() {
        SessionFactory factory = bean(SessionFactory.class);
        as(ANNA, () -> {
            assertThatThrownBy(() -> factory.inStatelessTransaction(session -> session.get(PatientFile.class, 1L)))
                    .isInstanceOf(LockNotHeldException.class)
                    .hasMessage("A StatelessSession is about to read what has a lock of file/ for readers, and cannot"
                            + " acquire it: use a Session.");
            assertThatThrownBy(() ->
                            factory.inStatelessTransaction(session -> session.refresh(new PatientFile(1, "read"))))
                    .isInstanceOf(LockNotHeldException.class);
            assertThat(factory.<String>fromStatelessTransaction(
                            session -> session.get(Policy.class, 1L).text()))
                    .isEqualTo("house");
            factory.inStatelessTransaction(session -> session.insert(new PatientFile(2, "new")));
        });
        assertThat(jdbc.queryForObject("SELECT text FROM patient_file WHERE id = 2", String.class))
                .isEqualTo("new");
    }

    @Test
    @DisplayName("P14: a native query that adds to a collection of an entity needs its lock")
    void nativeInsertIntoACollection_needsALock() {
        as(
                ANNA,
                () -> assertThatThrownBy(() -> within(() -> entities.createNativeQuery(
                                        "INSERT INTO policy_marks (policy_id, marks) VALUES (1, 'mine')")
                                .executeUpdate()))
                        .isInstanceOf(LockNotHeldException.class));
        assertThat(jdbc.queryForList("SELECT marks FROM policy_marks", String.class))
                .containsExactly("old");
    }

    @Test
    @DisplayName("P14: one statement more for a flush, however much it writes, and none for what has no lock")
    void flush_costsOneStatement() {
        as(ANNA, () -> {
            current.acquire("policy/1");
            current.acquire("policy/2");
            current.acquire("policy/1", "policy/2");
            List<String> one = statements.sent(() -> within(() -> policy(1).write("a")));
            assertThat(one).hasSize(3); // read, check, write
            List<String> several = statements.sent(() -> within(() -> {
                policy(1).write("b");
                policy(1).marks().add("b");
                policy(2).write("b");
                entities.find(Memo.class, 1L).write("b");
            }));
            assertThat(several)
                    .as("statements")
                    .filteredOn(sql -> sql.contains("app_lock") || sql.contains("record"))
                    .hasSize(1);
            List<String> none = statements.sent(
                    () -> within(() -> entities.find(Memo.class, 1L).write("c")));
            assertThat(none).hasSize(2);
        });
    }

    @Test
    @DisplayName("P14: to introduce locks into a system, what is missing is only reported and counted")
    void reportOnly_letsThrough() {
        MeterRegistry meters = lenient.getBean(MeterRegistry.class);
        double before = meters.counter("holdfast.forgotten").count();
        EntityManager others = lenient.getBean(EntityManager.class);
        as(ANNA, () -> {
            within(lenient, () -> others.find(Policy.class, 1L).write("let through"));
            lenient.getBean(Policies.class).renameByHand(2, "too");
        });
        assertThat(text(1)).isEqualTo("let through");
        assertThat(text(2)).isEqualTo("too");
        assertThat(meters.counter("holdfast.forgotten").count()).isEqualTo(before + 2);
        assertThat(locks.list("")).extracting(LockView::resource).isEmpty();
    }
}
