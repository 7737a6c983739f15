package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.LockView;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.session.CurrentOwner;
import dev.holdfast.session.LockNotHeldException;
import dev.holdfast.session.LockType;
import dev.holdfast.session.LockingMapperRegistry;
import dev.holdfast.session.Mapper;
import dev.holdfast.session.OfflineLocks;
import dev.holdfast.store.sql.shared.IsolationException;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Locks that nobody can forget, in an application with one connection to its database. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ImplicitLockTest {
    private static final Owner ANNA = Owner.of("session-a").named("Anna");
    private static final Owner BEN = Owner.of("session-b").named("Ben");

    private static ConfigurableApplicationContext app;
    private static ConfigurableApplicationContext lenient;

    private final LockManager locks = app.getBean(LockManager.class);
    private final Policies policies = app.getBean(Policies.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Policies.class, Claims.class})
    static class App {
        @Bean
        static Statements statements() {
            return new Statements();
        }
    }

    record Policy(long id, int premium) {}

    static class Policies {
        private final JdbcTemplate jdbc;

        Policies(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        // tag::annotations[]
        @Transactional
        @AcquiresLock(type = "policy", value = "#id")
        public Policy findForEdit(long id) {
            return find(id);
        }

        @Transactional
        @RequiresLock(type = "policy", value = "#policy.id")
        public void update(Policy policy) {
            jdbc.update("UPDATE policy SET premium = ? WHERE id = ?", policy.premium(), policy.id());
        }
        // end::annotations[]

        @Transactional(readOnly = true)
        public Policy find(long id) {
            return jdbc.queryForObject(
                    "SELECT id, premium FROM policy WHERE id = ?",
                    (row, number) -> new Policy(row.getLong(1), row.getInt(2)),
                    id);
        }

        @AcquiresLock(
                type = "policy",
                value = {"#ids", "#first"})
        public void merge(long first, List<Long> ids) {}

        @AcquiresLock("'policy/' + #id")
        public void fail(long id) {
            throw new NoSuchElementException("no policy " + id);
        }

        @AcquiresLock(type = "policy", value = "#id", mode = Mode.SHARED, note = "report")
        public void read(long id) {}

        @RequiresLock(type = "policy", value = "#policies.![id]")
        public void updateAll(List<Policy> policies) {}

        @RequiresLock("#policy.id")
        public void updateByNumber(Policy policy) {}

        @Transactional(isolation = Isolation.REPEATABLE_READ)
        @AcquiresLock(type = "policy", value = "#id")
        public Policy findAtAnotherLevel(long id) {
            return find(id);
        }

        @RequiresLock("#policy.nothing")
        public void mistaken(Policy policy) {}
    }

    record Claim(String number, String text) {}

    // tag::repository[]
    static class Claims extends LockingRepository<String, Claim> {
        private final JdbcTemplate jdbc;

        Claims(JdbcTemplate jdbc) {
            super("claim");
            this.jdbc = jdbc;
        }

        @Override
        protected String keyOf(Claim claim) {
            return claim.number();
        }

        @Override
        protected Claim load(String number) {
            return jdbc
                    .query(
                            "SELECT text FROM claim WHERE number = ?",
                            (row, index) -> new Claim(number, row.getString(1)),
                            number)
                    .stream()
                    .findFirst()
                    .orElse(null);
        }

        @Override
        protected void save(Claim claim) {
            jdbc.update("UPDATE claim SET text = ? WHERE number = ?", claim.text(), claim.number());
        }

        @Override
        protected void remove(Claim claim) {
            jdbc.update("DELETE FROM claim WHERE number = ?", claim.number());
        }
    }
    // end::repository[]

    /** The same table without locks. */
    static final class ClaimMapper implements Mapper<String, Claim> {
        private final Claims claims;

        ClaimMapper(Claims claims) {
            this.claims = claims;
        }

        @Override
        public String keyOf(Claim claim) {
            return claim.number();
        }

        @Override
        public Claim find(String number) {
            return claims.load(number);
        }

        @Override
        public void insert(Claim claim) {
            claims.jdbc.update("INSERT INTO claim VALUES (?, ?)", claim.number(), claim.text());
        }

        @Override
        public void update(Claim claim) {
            claims.save(claim);
        }

        @Override
        public void delete(Claim claim) {
            claims.remove(claim);
        }
    }

    @BeforeAll
    static void start() {
        String[] properties = Postgres.and(
                Postgres.fresh(),
                "holdfast.sweep=never",
                "spring.datasource.hikari.connection-timeout=3000",
                "spring.datasource.hikari.maximum-pool-size=1");
        app = Apps.plain(App.class, properties);
        lenient = Apps.plain(App.class, Postgres.and(properties, "holdfast.report-only=true"));
        JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE policy (id bigint PRIMARY KEY, premium int)");
        jdbc.execute("INSERT INTO policy VALUES (1, 100), (2, 100)");
        jdbc.execute("CREATE TABLE claim (number text PRIMARY KEY, text text)");
        jdbc.execute("INSERT INTO claim VALUES ('c-1', 'water')");
    }

    @AfterAll
    static void stop() {
        app.close();
        lenient.close();
    }

    @AfterEach
    void free() {
        locks.admin().clear("test");
    }

    private static void as(Owner owner, Runnable work) {
        CurrentOwner.runAs(owner, work);
    }

    @Test
    @DisplayName("P14: a method that begins editing takes the lock, in its transaction")
    void acquires_beforeItLoads() {
        as(ANNA, () -> assertThat(policies.findForEdit(1).premium()).isEqualTo(100));
        assertThat(locks.view("policy/1").holders()).hasSize(1);
        as(
                BEN,
                () -> assertThatThrownBy(() -> policies.findForEdit(1))
                        .isInstanceOf(LockUnavailableException.class)
                        .hasMessageContaining("held by Anna"));
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: the lock is taken within the transaction of its method: at other levels it is refused")
    void acquires_withinTheTransaction() {
        as(ANNA, () -> assertThatThrownBy(() -> policies.findAtAnotherLevel(1)).isInstanceOf(IsolationException.class));
        assertThat(locks.view("policy/1").free()).isTrue();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: a load that fails gives the lock back, with and without a transaction")
    void failedLoad_givesBack() {
        as(ANNA, () -> {
            assertThatThrownBy(() -> policies.findForEdit(99)).isInstanceOf(EmptyResultDataAccessException.class);
            assertThatThrownBy(() -> policies.fail(98)).isInstanceOf(NoSuchElementException.class);
        });
        assertThat(locks.list("policy/")).isEmpty();
    }

    @Test
    @Tag("safety")
    @DisplayName("P9: but not what was there before")
    void failedLoad_keepsWhatOneHad() {
        as(ANNA, () -> {
            policies.findForEdit(1);
            assertThatThrownBy(() -> policies.fail(1)).isInstanceOf(NoSuchElementException.class);
        });
        assertThat(locks.view("policy/1").free()).isFalse();
    }

    @Test
    @Tag("safety")
    @DisplayName("P18: an unguarded write is refused, changes nothing and takes nothing")
    void write_withoutLock_isRefused() {
        as(
                ANNA,
                () -> assertThatThrownBy(() -> policies.update(new Policy(2, 999)))
                        .isInstanceOf(LockNotHeldException.class)
                        .hasMessageContaining("call CurrentLocks.acquire(\"policy/2\") when editing begins."));
        assertThat(policies.find(2).premium()).isEqualTo(100);
        assertThat(locks.view("policy/2").free()).isTrue();
        assertThatThrownBy(() -> policies.update(new Policy(2, 999))).isInstanceOf(LockNotHeldException.class);
    }

    @Test
    @DisplayName("P14: a write with the lock adds one statement, a read without locks none")
    void write_withLock_addsOneStatement() {
        Statements statements = app.getBean(Statements.class);
        as(ANNA, () -> {
            assertThat(statements.sent(() -> policies.findForEdit(2))).hasSize(2);
            assertThat(statements.sent(() -> policies.update(new Policy(2, 100))))
                    .hasSize(2);
            assertThat(statements.sent(() -> policies.find(2))).hasSize(1);
        });
    }

    @Test
    @DisplayName("P12: several are taken in one canonical order, all or none")
    void several_areAllOrNone() {
        as(BEN, () -> policies.findForEdit(2));
        as(
                ANNA,
                () -> assertThatThrownBy(() -> policies.merge(3, List.of(2L, 1L)))
                        .isInstanceOf(LockUnavailableException.class));
        assertThat(locks.list("policy/")).extracting(LockView::resource).containsExactly("policy/2");
        as(BEN, () -> policies.merge(3, List.of(2L, 1L)));
        assertThat(locks.list("policy/"))
                .extracting(LockView::resource)
                .containsExactly("policy/1", "policy/2", "policy/3");
        as(BEN, () -> policies.updateAll(List.of(new Policy(1, 1), new Policy(3, 1))));
        as(
                BEN,
                () -> assertThatThrownBy(() -> policies.updateAll(List.of(new Policy(1, 1), new Policy(4, 1))))
                        .hasMessageContaining("policy/4"));
    }

    @Test
    @DisplayName("P1: readers share, and what they share is not enough to write")
    void shared_isNotEnoughToWrite() {
        as(ANNA, () -> policies.read(1));
        as(BEN, () -> policies.read(1));
        as(
                ANNA,
                () -> assertThatThrownBy(() -> policies.update(new Policy(1, 5)))
                        .isInstanceOf(LockNotHeldException.class));
        assertThat(locks.view("policy/1").holders()).hasSize(2);
    }

    @Test
    void numberAlone_isAName() {
        as(ANNA, () -> {
            app.getBean(OfflineLocks.class).acquireLock(7, "session-a");
            assertThat(locks.view("7").free()).isFalse();
            assertThatCode(() -> policies.updateByNumber(new Policy(7, 1))).doesNotThrowAnyException();
            assertThatThrownBy(() -> policies.updateByNumber(new Policy(8, 1)))
                    .isInstanceOf(LockNotHeldException.class);
        });
    }

    @Test
    void mistakenExpression_isToldWithItsMethod() {
        as(
                ANNA,
                () -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> policies.mistaken(new Policy(1, 1)))
                        .withMessageContaining(
                                "The lock expression #policy.nothing of Policies.mistaken cannot be read"));
    }

    @Test
    @DisplayName("P14: to introduce locks into a system, what is missing is only reported and counted")
    void reportOnly_letsThrough() {
        Policies guarded = lenient.getBean(Policies.class);
        double before = lenient.getBean(MeterRegistry.class)
                .counter("holdfast.forgotten")
                .count();
        as(ANNA, () -> policies.findForEdit(1));
        as(BEN, () -> {
            assertThat(guarded.findForEdit(1).premium()).isEqualTo(100);
            guarded.update(new Policy(1, 101));
            guarded.update(new Policy(1, 100));
        });
        assertThat(guarded.findForEdit(2).id()).isEqualTo(2); // nobody acts
        assertThat(lenient.getBean(MeterRegistry.class)
                        .counter("holdfast.forgotten")
                        .count())
                .isEqualTo(before + 2);
    }

    @Test
    @DisplayName("P14: a repository by the base class locks what it finds for edit and checks what it saves")
    void repository_isGuarded() {
        Claims claims = app.getBean(Claims.class);
        as(ANNA, () -> {
            assertThatThrownBy(() -> claims.update(new Claim("c-1", "fire"))).isInstanceOf(LockNotHeldException.class);
            assertThatThrownBy(() -> claims.delete(new Claim("c-1", ""))).isInstanceOf(LockNotHeldException.class);
            assertThat(claims.findForEdit("c-1").text()).isEqualTo("water");
            claims.update(new Claim("c-1", "water"));
            assertThat(claims.findForEdit("none")).isNull();
        });
        assertThat(locks.list("claim/")).extracting(LockView::resource).containsExactly("claim/c-1");
    }

    @Test
    @DisplayName("V3: a LockingMapper from its registry locks on find where readers lock, and checks every change")
    void mapper_isGuarded() {
        Claims claims = app.getBean(Claims.class);
        // tag::mapper[]
        LockingMapperRegistry registry = app.getBean(LockingMapperRegistry.class);
        registry.register(Claim.class, "claim", new ClaimMapper(claims), LockType.EXCLUSIVE_READ);
        Mapper<String, Claim> mapper = registry.getMapper(Claim.class);
        // end::mapper[]
        as(ANNA, () -> {
            mapper.insert(new Claim("c-2", "hail"));
            assertThatThrownBy(() -> mapper.update(new Claim("c-2", "storm"))).isInstanceOf(LockNotHeldException.class);
            assertThat(mapper.find("c-2").text()).isEqualTo("hail");
            mapper.update(new Claim("c-2", "storm"));
            assertThat(mapper.find("none")).isNull();
        });
        as(BEN, () -> assertThatThrownBy(() -> mapper.find("c-2")).isInstanceOf(LockUnavailableException.class));
        as(ANNA, () -> mapper.delete(new Claim("c-2", "")));
        assertThat(locks.list("claim/")).extracting(LockView::resource).containsExactly("claim/c-2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.getMapper(Policy.class))
                .withMessageContaining("no mapper for Policy");
    }
}
