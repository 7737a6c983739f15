package dev.holdfast.spring.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.session.StaleVersionException;
import dev.holdfast.session.VersionRow;
import dev.holdfast.spring.Postgres;
import dev.holdfast.spring.VersionRows;
import dev.holdfast.spring.jpa.office.Clause;
import dev.holdfast.spring.jpa.office.Contract;
import dev.holdfast.spring.jpa.office.Office;
import dev.holdfast.spring.jpa.office.Rider;
import java.sql.Connection;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** A version that the members of an aggregate share, on PostgreSQL: by entities, and by hand. */
abstract class SharedVersionContract extends OfficeTest {
    private final VersionRows versions = bean(VersionRows.class);

    private long contract;
    private long clause;
    private long version;

    static void startWith(String... store) {
        start(
                Office.class,
                Postgres.and(
                        Postgres.and(Postgres.fresh(), store),
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:holdfast/version-postgresql.sql"));
    }

    @BeforeEach
    void aContract() {
        as(
                ANNA,
                () -> within(() -> {
                    Contract made = new Contract("lease");
                    entities.persist(made);
                    entities.flush();
                    Clause first = new Clause(made, "rent");
                    entities.persist(first);
                    entities.flush();
                    contract = made.id();
                    clause = first.id();
                    version = made.versionId();
                }));
    }

    @AfterEach
    void nothingLeft() {
        empty("contract, contract_parties, clause, rider, version RESTART IDENTITY");
    }

    private VersionRow now() {
        return versions.find(version).orElseThrow();
    }

    private Contract contract() {
        return entities.find(Contract.class, contract);
    }

    private Clause clause() {
        return entities.find(Clause.class, clause);
    }

    @Test
    @DisplayName("P13, V3: any member that is written increases the shared version, once in a transaction")
    void members_shareAVersion() {
        assertThat(now().value()).isZero();
        assertThat(now().modifiedBy()).isEqualTo("Anna");
        as(BEN, () -> {
            current.acquire("contract/" + version);
            within(() -> {
                contract().write("sublease");
                clause().write("more rent");
                entities.flush();
                contract().write("lease again");
            });
            assertThat(now().value()).isEqualTo(1);
            assertThat(now().modifiedBy()).isEqualTo("Ben");
            within(() -> contract().parties().add("Anna"));
            assertThat(now().value()).isEqualTo(2);
            within(() -> entities.persist(new Rider(contract())));
            assertThat(now().value()).isEqualTo(3);
            within(() -> entities.remove(clause()));
            assertThat(now().value()).isEqualTo(4);
            within(() -> assertThat(contract().text()).isEqualTo("lease again"));
            assertThat(now().value()).isEqualTo(4);
            within(() -> assertThat(contract().revision()).isPositive()); // each has its own beside it
            assertThatThrownBy(() -> within(() -> {
                        contract().write("never");
                        entities.flush();
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            assertThat(now().value()).isEqualTo(4);
        });
    }

    /** In a session without a cache of entities, within the transaction of the application. */
    private void stateless(Consumer<StatelessSession> work) {
        within(() -> {
            Connection connection = DataSourceUtils.getConnection(bean(DataSource.class));
            try (StatelessSession session = bean(SessionFactory.class).openStatelessSession(connection)) {
                work.accept(session);
            }
        });
    }

    @Test
    @DisplayName("P13: sessions without a cache of entities increase it too, also by deleting")
    void statelessSession_increasesTheVersion() {
        as(BEN, () -> {
            current.acquire("contract/" + version);
            stateless(session -> {
                Clause found = session.get(Clause.class, clause);
                found.write("less rent");
                session.update(found);
            });
            assertThat(now().value()).isEqualTo(1);
            stateless(session -> session.delete(session.get(Clause.class, clause)));
            assertThat(now().value()).isEqualTo(2);
            within(() -> assertThat(clause()).isNull());
        });
    }

    /** With Hibernate 6, whose events in such a session do not have the session. */
    final void statelessSession_isRefused() {
        as(BEN, () -> {
            current.acquire("contract/" + version);
            assertThatThrownBy(() -> stateless(session -> session.delete(session.get(Clause.class, clause))))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("use a Session or Hibernate 7");
            within(() -> assertThat(clause()).isNotNull());
        });
    }

    @Test
    @Tag("safety")
    @DisplayName("P13: the lock of the version row is that of all members; who does not have it adds and changes none")
    void lockOfTheVersion_isThatOfAllMembers() {
        as(
                ANNA,
                () -> assertThat(bean(EntityLocks.class).findForEdit(Clause.class, clause))
                        .isPresent());
        assertThat(locks.view("contract/" + version).free()).isFalse();
        as(BEN, () -> {
            assertThatThrownBy(() -> within(() -> contract().write("mine"))).isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> within(() -> entities.persist(new Clause(contract(), "mine"))))
                    .isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> within(() -> entities.persist(new Rider(contract()))))
                    .isInstanceOf(LockNotHeldException.class);
        });
        assertThat(now().value()).isZero();
        as(
                ANNA,
                () -> within(() -> {
                    Rider rider = new Rider(contract());
                    entities.persist(rider);
                    entities.flush();
                    assertThat(rider.versionId()).isEqualTo(version);
                }));
        assertThat(now().value()).isEqualTo(1);
    }

    @Test
    @Tag("safety")
    @DisplayName("P13: whoever saves what is out of date is refused, with who has changed it")
    void outOfDate_isRefused() {
        long seen = now().value();
        as(BEN, () -> within(() -> versions.changed(version, seen)));
        as(
                ANNA,
                () -> assertThatThrownBy(() -> within(() -> versions.changed(version, seen)))
                        .isInstanceOf(StaleVersionException.class)
                        .hasMessageStartingWith("The loaded data is out of date: its version " + version
                                + " was 0 and is 1, changed by Ben at "));
        assertThatThrownBy(() -> within(() -> {
                    versions.changed(version);
                    versions.changed(version, seen); // also after it was increased here
                }))
                .isInstanceOf(StaleVersionException.class);
        within(() -> {
            versions.changed(version);
            versions.changed(version, 1);
        });
        assertThat(now().value()).isEqualTo(2);
        assertThatThrownBy(() -> within(() -> versions.changed(99))).hasMessage("There is no version row 99.");
        assertThatThrownBy(() -> versions.changed(version)).hasMessageContaining("begin a transaction");
    }

    @Test
    @DisplayName("P13: one statement more for a transaction, however many members it writes")
    void version_costsOneStatement() {
        as(ANNA, () -> {
            current.acquire("contract/" + version);
            assertThat(statements.sent(() -> within(() -> {
                        contract().write("a");
                        clause().write("a");
                    })))
                    .filteredOn(sql -> sql.contains("UPDATE version"))
                    .hasSize(1);
        });
    }
}
