package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Owner;
import dev.holdfast.Preset;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Wires;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Locks in the Redis that the application has by {@code spring.data.redis.*}. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnRedisTest {
    @TempDir
    static Path folder;

    private static RedisServer redis;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class NoDatabase {}

    /** A factory of the application's own: Spring Boot 3.5 has no property for replicas. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class WithReplicas {
        @Bean
        LettuceConnectionFactory redisConnectionFactory() {
            var server = new RedisStaticMasterReplicaConfiguration("127.0.0.1", redis.port());
            server.setPassword(Wires.PASSWORD);
            return new LettuceConnectionFactory(server);
        }
    }

    @BeforeAll
    static void start() {
        redis = RedisServer.durable(folder);
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static String[] properties(int database, String... more) {
        return Postgres.and(
                more,
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + redis.port(),
                "spring.data.redis.password=" + Wires.PASSWORD,
                "spring.data.redis.database=" + database);
    }

    private static String address(LockManager locks) {
        return locks.admin().traits().address();
    }

    @Test
    @DisplayName("P2: an application without a database has its locks in its Redis, on every node")
    void withoutDatabase_itIsTheirs() throws Exception {
        try (ConfigurableApplicationContext first = Apps.plainWithRedis(NoDatabase.class, properties(1));
                ConfigurableApplicationContext second = Apps.plainWithRedis(NoDatabase.class, properties(1))) {
            LockManager locks = first.getBean(LockManager.class);
            assertThat(address(locks)).isEqualTo("redis://127.0.0.1:" + redis.port() + "/1");
            assertThat(locks.admin().traits().preset()).isEqualTo(Preset.OFFLINE);
            locks.holds().grant(LockRequest.of("article/1").owner(Owner.of("anna")));
            assertThat(second.getBean(LockManager.class).tryAcquire("article/1").granted())
                    .isFalse();
            assertThat(first.getBean(StringRedisTemplate.class).keys("{holdfast}:*"))
                    .isNotEmpty();
        }
        try (ConfigurableApplicationContext third = Apps.plainWithRedis(NoDatabase.class, properties(1))) {
            assertThat(third.getBean(LockManager.class).view("article/1").free())
                    .isFalse();
        }
    }

    @Test
    void database_comesFirst() {
        try (ConfigurableApplicationContext app = Apps.plainWithRedis(App.class, properties(2, Postgres.fresh()))) {
            assertThat(address(app.getBean(LockManager.class))).startsWith("postgresql://");
        }
    }

    @Test
    void namedRedis_comesBeforeTheDatabase() {
        String[] properties = properties(3, Postgres.and(Postgres.fresh(), "holdfast.store=redis"));
        try (ConfigurableApplicationContext app = Apps.plainWithRedis(App.class, properties)) {
            assertThat(address(app.getBean(LockManager.class))).startsWith("redis://");
        }
    }

    @Test
    void databaseInMemory_leavesItToRedis() {
        try (ConfigurableApplicationContext app =
                Apps.plainWithRedis(App.class, properties(4, "spring.datasource.url=jdbc:h2:mem:own-redis"))) {
            assertThat(address(app.getBean(LockManager.class))).startsWith("redis://");
        }
    }

    @Test
    void cluster_isTold() {
        assertThat(told(NoDatabase.class, "spring.data.redis.cluster.nodes=127.0.0.1:" + redis.port())
                        .getDescription())
                .contains("must be one server");
    }

    @Test
    void serverWithReplicas_isTold() {
        assertThat(told(WithReplicas.class).getDescription()).contains("must be one server");
    }

    @Test
    void unreachable_isTold() {
        FailureAnalysis told = told(NoDatabase.class, "spring.data.redis.port=1");
        assertThat(told.getDescription()).startsWith("Locks cannot be kept in the application's Redis: ");
        assertThat(told.getAction()).contains("spring.data.redis.*");
    }

    private static FailureAnalysis told(Class<?> application, String... properties) {
        Throwable failure = catchThrowable(
                () -> Apps.plainWithRedis(application, properties).close());
        assertThat(failure).isNotNull();
        return new HoldfastFailureAnalyzer().analyze(failure);
    }

    @Test
    void namedWithoutRedis_isTold() {
        Throwable failure = catchThrowable(
                () -> Apps.plain(NoDatabase.class, "holdfast.store=redis").close());
        assertThat(new HoldfastFailureAnalyzer().analyze(failure).getAction())
                .contains("spring-boot-starter-data-redis", "holdfast-store-redis");
    }
}
