package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.session.LockLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application that has the starter on its class path has locks, in the place that it names. */
class StoreChoiceTest {
    @TempDir
    private Path folder;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class NoDatabase {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OwnManager {
        @Bean
        LockManager own() {
            return LockManager.open("memory:", ManagerOptions.DEFAULT);
        }
    }

    @Test
    @DisplayName("P2: the application's PostgreSQL has the locks")
    void postgres_isTheApplications() {
        try (ConfigurableApplicationContext app = Apps.plain(App.class, Postgres.fresh())) {
            LockManager locks = app.getBean(LockManager.class);
            assertThat(locks.admin().traits().address()).startsWith("postgresql://127.0.0.1");
            assertThat(locks.admin().traits().oneProcess()).isFalse();
            try (LockHandle handle = locks.acquire("policy/1")) {
                assertThat(handle.isHeld()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("P2: two applications on one database exclude each other")
    void twoApplications_excludeEachOther() {
        String[] properties = Postgres.fresh();
        try (ConfigurableApplicationContext first = Apps.plain(App.class, properties);
                ConfigurableApplicationContext second = Apps.plain(App.class, properties);
                LockHandle held = first.getBean(LockManager.class).acquire("policy/1")) {
            assertThat(held.isHeld()).isTrue();
            assertThat(second.getBean(LockManager.class).tryAcquire("policy/1").granted())
                    .isFalse();
        }
    }

    @Test
    @DisplayName("P2: the application's H2 has the locks, as in most tests of applications")
    void h2_isTheDatabaseOfItsUrl() {
        try (ConfigurableApplicationContext app =
                Apps.plain(App.class, "spring.datasource.url=jdbc:h2:mem:choice;DB_CLOSE_DELAY=-1")) {
            LockManager locks = app.getBean(LockManager.class);
            assertThat(locks.admin().traits().address()).isEqualTo("h2:mem:choice");
            try (LockHandle handle = locks.acquire("policy/1")) {
                assertThat(locks.tryAcquire("policy/1").granted()).isFalse();
                assertThat(handle.isHeld()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("P2: the application's SQLite file has the locks")
    void sqlite_isTheFileOfItsUrl() {
        Path file = folder.resolve("app.db");
        try (ConfigurableApplicationContext app =
                Apps.plain(App.class, "spring.datasource.url=jdbc:sqlite:" + file + "?busy_timeout=5000")) {
            assertThat(app.getBean(LockManager.class).admin().traits().address())
                    .isEqualTo("sqlite:" + file);
        }
    }

    @Test
    @DisplayName("P2: the application's tables may be in that file too")
    void sqlite_isOpenedBeforeTablesAreMade() throws Exception {
        Path script = Files.writeString(folder.resolve("schema.sql"), "CREATE TABLE policy (id int PRIMARY KEY)");
        try (ConfigurableApplicationContext app = Apps.plain(
                App.class,
                "spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db"),
                "spring.sql.init.mode=always",
                "spring.sql.init.schema-locations=file:" + script)) {
            JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject("SELECT count(*) FROM policy", Integer.class))
                    .isZero();
            app.getBean(LockManager.class).acquire("policy/1").close();
        }
    }

    @Test
    @DisplayName("P2: Redis by its address")
    void redis_byItsAddress() {
        try (RedisServer redis = RedisServer.durable(folder);
                ConfigurableApplicationContext app =
                        Apps.plain(NoDatabase.class, "holdfast.store=" + redis.address())) {
            LockManager locks = app.getBean(LockManager.class);
            locks.acquire("article/1").close();
            assertThat(locks.admin().traits().preset()).isEqualTo(Preset.OFFLINE);
        }
    }

    @Test
    void address_comesBeforeTheDatabase() {
        try (ConfigurableApplicationContext app = Apps.plain(App.class, "holdfast.store=memory:")) {
            assertThat(app.getBean(LockManager.class).admin().traits().oneProcess())
                    .isTrue();
        }
    }

    @Test
    void ownManager_isLeftAlone() {
        try (ConfigurableApplicationContext app = Apps.plain(OwnManager.class, "holdfast.store=sqlite:never.db")) {
            assertThat(app.getBeansOfType(LockManager.class)).containsOnlyKeys("own");
            assertThat(app.getBeansOfType(LockLocation.class)).isEmpty();
        }
    }

    @Test
    void closedContext_closesTheManager() {
        ConfigurableApplicationContext app = Apps.plain(NoDatabase.class, "holdfast.store=memory:");
        LockManager locks = app.getBean(LockManager.class);
        LockHandle handle = locks.acquire("policy/1");
        app.close();
        assertThat(handle.isHeld()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> locks.view("policy/1"));
    }

    @Test
    @DisplayName("P8: timeouts are set in the application's properties")
    void policies_areOfTheProperties() {
        try (ConfigurableApplicationContext app = Apps.plain(
                NoDatabase.class,
                "holdfast.store=memory:",
                "holdfast.preset=offline",
                "holdfast.policies[0].pattern=article/**",
                "holdfast.policies[0].lease.absolute=40m",
                "holdfast.policies[0].reclaim-after=2h",
                "holdfast.policies[0].waiting=never",
                "holdfast.policies[1].pattern=order/*",
                "holdfast.policies[1].privacy=name-only")) {
            LockManager locks = app.getBean(LockManager.class);
            Policy article = locks.admin().policy("article/7/section/2");
            assertThat(article.lease().absolute()).isEqualTo(Duration.ofMinutes(40));
            assertThat(article.lease().grace()).isEqualTo(Duration.ofMinutes(5));
            assertThat(article.reclaimAfter()).isEqualTo(Duration.ofHours(2));
            assertThat(article.waiting().allowed()).isFalse();
            assertThat(locks.admin().policy("order/1").privacy().name()).isEqualTo("NAME_ONLY");
            assertThat(locks.admin().policy("policy/1").lease().absolute()).isEqualTo(Duration.ofHours(2));
        }
    }

    @Test
    void noPlace_isToldWithWhatToDo() {
        FailureAnalysis told = told(NoDatabase.class);
        assertThat(told.getDescription())
                .isEqualTo(
                        "No store is configured for locks: the application has no DataSource, and holdfast.store is not set.");
        assertThat(told.getAction()).contains("spring.datasource.url", "holdfast.store");
    }

    @Test
    void unsuitableDatabase_isTold() {
        FailureAnalysis told = told(App.class, "spring.datasource.url=jdbc:hsqldb:mem:app");
        assertThat(told.getDescription())
                .isEqualTo("Locks cannot be kept in the application's database, which is HSQL Database Engine: use"
                        + " PostgreSQL, MariaDB, SQLite or H2.");
        assertThat(told.getAction()).contains("holdfast.store=redis://");
    }

    @Test
    void unknownAddress_isTold() {
        assertThat(told(NoDatabase.class, "holdfast.store=oracle://db").getDescription())
                .startsWith(
                        "The locks cannot be opened at the address in holdfast.store (oracle://db): 'oracle://db' is not the address");
    }

    @ParameterizedTest
    @CsvSource({
        "oracle://ann:seesaw@db, 'oracle://…@db'",
        "h2:locks;PASSWORD=seesaw, 'h2:locks;…'",
        "redis://ann:seesaw/x@db, 'redis://…@db'",
        "redis://ann:seesaw@127.0.0.1:1?timeout=500ms, 'redis://…@127.0.0.1:1?…'"
    })
    void message_showsTheAddressWithoutItsSecrets(String address, String shown) {
        FailureAnalysis told = told(NoDatabase.class, "holdfast.store=" + address);
        assertThat(told.getDescription())
                .contains("holdfast.store (" + shown + ")")
                .doesNotContain("seesaw");
        assertThat(told.getAction()).doesNotContain("seesaw");
    }

    @Test
    void unreachableDatabase_isTold() {
        FailureAnalysis told = told(
                App.class,
                "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none",
                "spring.datasource.hikari.initialization-fail-timeout=-1",
                "spring.datasource.hikari.connection-timeout=500");
        assertThat(told.getDescription()).contains("cannot be reached");
    }

    private static FailureAnalysis told(Class<?> application, String... properties) {
        Throwable failure =
                catchThrowable(() -> Apps.plain(application, properties).close());
        assertThat(failure).isNotNull();
        return new HoldfastFailureAnalyzer().analyze(failure);
    }

    @Test
    @DisplayName("P7: what is over is swept away on a schedule")
    void sweep_tidiesByItself() throws Exception {
        try (ConfigurableApplicationContext app = Apps.plain(
                NoDatabase.class, "holdfast.store=sqlite:" + folder.resolve("locks.db"), "holdfast.sweep=20ms")) {
            LockManager locks = app.getBean(LockManager.class);
            locks.holds().grant(LockRequest.of("policy/1").ttl(Duration.ofMillis(50)));
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> locks.view("policy/1").holders().isEmpty());
        }
    }
}
