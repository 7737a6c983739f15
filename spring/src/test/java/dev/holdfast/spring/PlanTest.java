package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.CurrentOwner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What {@code holdfast plan} writes for a Spring application, used as it is. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlanTest {
    private static final String KEY = "HOLDFAST_KEY=0123456789-0123456789-0123456789";

    @TempDir
    Path folder;

    private Path plan(String answers) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("answers.yaml"), answers);
        Process plan = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.holdfast.cli.Main",
                        "plan",
                        "--answers",
                        "answers.yaml",
                        "--out",
                        "locking")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said;
        try (InputStream out = plan.getInputStream()) {
            said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(plan.waitFor()).as(said).isZero();
        return folder.resolve("locking");
    }

    private static ConfigurableApplicationContext app(Path plan, String... properties) {
        return Apps.plain(
                StoreChoiceTest.App.class,
                Postgres.and(
                        properties,
                        KEY,
                        "spring.config.additional-location=file:"
                                + plan.resolve("application.yaml").toAbsolutePath()));
    }

    @Test
    @DisplayName("P20: the tables and the settings for PostgreSQL work as they are")
    void postgres() throws Exception {
        Path plan = plan("""
                feature: underwrite policies
                entities: [Policy]
                reads: must-be-fresh
                minutes: 90
                members: [Coverage, Endorsement, NamedInsured]
                versions: yes
                access: mapper
                """);
        Postgres.server().execute("CREATE DATABASE planned");
        String url = Postgres.server().jdbcUrl().replaceFirst("/[^/]*$", "/planned");
        String[] database = {
            "spring.datasource.url=" + url,
            "spring.datasource.username=" + Postgres.server().user(),
            "spring.datasource.password=" + Postgres.server().password()
        };
        String[] tables = {
            "spring.sql.init.mode=always",
            "spring.sql.init.schema-locations=file:"
                    + plan.resolve("schema.sql").toAbsolutePath(),
            "spring.sql.init.separator=^^^ END OF SCRIPT ^^^",
            "holdfast.migrate=false"
        };
        try (ConfigurableApplicationContext app = app(plan, Postgres.and(database, tables))) {
            LockManager locks = app.getBean(LockManager.class);
            CurrentOwner.runAs(
                    Owner.of("anna"), () -> app.getBean(CurrentLocks.class).acquire("policy/12345"));
            assertThat(locks.view("policy/12345").free()).isFalse();
            assertThat(locks.admin().policy("policy/12345").lease().absolute()).isEqualTo(Duration.ofHours(2));
            assertThat(app.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "SELECT count(*) FROM holdfast.app_lock WHERE lockable_id = 'policy/12345'",
                                    Integer.class))
                    .isEqualTo(1);
            assertThat(app.getBean(JdbcTemplate.class).update("INSERT INTO version (id, value) VALUES (1, 0)"))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("P20: and those for Redis")
    void redis() throws Exception {
        Path plan =
                plan("feature: edit articles\nentities: [Article]\ndatabase: redis\nminutes: 20\nmembers: [Section]\n");
        assertThat(Files.readString(plan.resolve("application.yaml"))).contains("  store: redis://");
        try (RedisServer redis = RedisServer.durable(Files.createDirectory(folder.resolve("redis")));
                ConfigurableApplicationContext app =
                        app(plan, "holdfast.store=" + redis.address(), "spring.datasource.url=jdbc:h2:mem:unused")) {
            CurrentOwner.runAs(
                    Owner.of("jane"), () -> app.getBean(CurrentLocks.class).acquire("article/1"));
            LockManager locks = app.getBean(LockManager.class);
            assertThat(locks.view("article/1").free()).isFalse();
            assertThat(locks.admin().policy("article/1").lease().absolute()).isEqualTo(Duration.ofMinutes(40));
            assertThat(locks.admin().policy("article/1").lease().grace()).isEqualTo(Duration.ofMinutes(5));
        }
    }
}
