package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.Policy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.spring.jpa.office.Office;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A mistake in {@code holdfast.*} stops the start with a sentence that says what to write instead. */
class PropertiesTest {
    private static final String MEMORY = "holdfast.store=memory:";

    @TempDir
    private Path folder;

    /** Has beans with the names that others would choose, too. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class WithOwnNames {
        @Bean
        String lockManager() {
            return "mine";
        }

        @Bean
        String currentLocks() {
            return "mine";
        }

        @Bean
        String entityLocks() {
            return "mine";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = {Apps.DATA_SOURCE, Apps.DATA_SOURCE_3})
    static class TwoSources {
        @Bean
        DataSource orders() {
            return new DriverManagerDataSource("jdbc:h2:mem:orders");
        }

        @Bean
        DataSource locking() {
            return new DriverManagerDataSource(System.getProperty("locking.url"));
        }
    }

    private static FailureAnalysis refused(Class<?> application, String... properties) {
        Throwable failure =
                catchThrowable(() -> Apps.plain(application, properties).close());
        assertThat(failure).as("the failure of the start").isNotNull();
        FailureAnalysis analysis = new HoldfastFailureAnalyzer().analyze(failure);
        assertThat(analysis).as("what explains %s", failure).isNotNull();
        return analysis;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            holdfast.sotre=x: | There is no property holdfast.sotre; did you mean holdfast.store?
            holdfast.report-onyl=true | There is no property holdfast.report-onyl; did you mean holdfast.report-only?
            holdfast.web.hartbeat=true | There is no property holdfast.web.hartbeat; did you mean holdfast.web.heartbeat?
            holdfast.policies[3].laese=1h | There is no property holdfast.policies[3].laese; did you mean holdfast.policies[3].lease?
            holdfast.policies[0].lease.idel=1h | There is no property holdfast.policies[0].lease.idel; did you mean holdfast.policies[0].lease.idle?
            holdfast.clean-up=1h | There is no property holdfast.clean-up.
            holdfast.something-else=1 | There is no property holdfast.something-else.
            """)
    void unknownKey_isRefusedWithTheNearest(String property, String sentence) {
        FailureAnalysis told = refused(StoreChoiceTest.NoDatabase.class, MEMORY, property);
        assertThat(told.getDescription()).isEqualTo(sentence);
        assertThat(told.getAction()).startsWith("Correct or remove it in ").contains("docs/spring.md");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            preset=ofline | The property holdfast.preset cannot be 'ofline': There is no preset 'ofline'. Choose one of: book, board, resume, offline, compose.
            sweep=3 weeks | The property holdfast.sweep cannot be '3 weeks': '3 weeks' is not a duration: write it like 90s, 15m or 1h30m.
            key=short | The property holdfast.key cannot be used: holdfast.key must have at least 32 characters. Create one with: openssl rand -base64 32.
            policies[0].lease=1h | The policy holdfast.policies[0] has no pattern, so it applies to nothing.
            """)
    void wrongValue_isRefusedWithItsReason(String property, String sentence) {
        FailureAnalysis told = refused(StoreChoiceTest.NoDatabase.class, MEMORY, "holdfast." + property);
        assertThat(told.getDescription()).isEqualTo(sentence);
        assertThat(told.getAction()).isNotBlank();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "lease=5 hours, lease.grace",
        "lease.absolute=tomorrow, lease.absolute",
        "heartbeat=-, heartbeat",
        "waiting=sometimes, waiting",
        "privacy=secret, privacy",
        "drafts=yes, drafts",
        "force=all, force",
        "lock-delay=soon, lock-delay",
        "takers-read-drafts=yes, takers-read-drafts",
        "requests=sometimes, requests.allowed",
        "requests.first=yes, requests.first",
        "requests.per-hour=many, requests.per-hour",
        "requests.silence=shout, requests.silence",
        "requests.after=later, requests.after"
    })
    void wrongValueOfAPolicy_isRefusedWithItsProperty(String property, String key) {
        FailureAnalysis told = refused(
                StoreChoiceTest.NoDatabase.class,
                MEMORY,
                "holdfast.policies[0].pattern=a/*",
                "holdfast.policies[0]." + property);
        assertThat(told.getDescription())
                .startsWith("The property holdfast.policies[0]." + key + " cannot be '"
                        + property.replaceFirst(".*=", "") + "': ")
                .endsWith(".");
    }

    @Test
    void valuesThatContradict_areRefused() {
        assertThat(refused(
                                StoreChoiceTest.NoDatabase.class,
                                MEMORY,
                                "holdfast.policies[0].pattern=a/*",
                                "holdfast.policies[0].scope.prefix=a/*")
                        .getDescription())
                .startsWith("The values of holdfast.policies[0] do not go together: A policy with a scope");
    }

    @Test
    void everyKey_isReadInAnySpelling() {
        try (ConfigurableApplicationContext app = Apps.plain(
                StoreChoiceTest.NoDatabase.class,
                MEMORY,
                "holdfast.reportOnly=true",
                "holdfast.policies[0].pattern=a/*",
                "holdfast.policies[0].suspectAfter=never",
                "holdfast.policies[0].lease=7m",
                "holdfast.policies[0].waiting=never",
                "holdfast.policies[0].scope.prefix=a/*",
                "holdfast.policies[0].lockDelay=30s",
                "holdfast.policies[0].requests.silence=hand-over",
                "holdfast.policies[0].requests.perHour=7",
                "holdfast.policies[0].scope.per-user=false",
                "holdfast.policies[1].pattern=b/*",
                "holdfast.policies[1].takers-read-drafts=true",
                "holdfast.policies[1].requests=never")) {
            Policy policy = app.getBean(LockManager.class).admin().policy("a/1");
            assertThat(policy.lease()).isEqualTo(Lease.of(Duration.ofMinutes(7)));
            assertThat(policy.suspectAfter()).isNull();
            assertThat(policy.scope()).isEqualTo(new Scope("a/*", false));
            assertThat(policy.lockDelay()).isEqualTo(Duration.ofSeconds(30));
            assertThat(policy.requests())
                    .isEqualTo(new RequestPolicy(true, false, 7, Silence.HAND_OVER, Duration.ofMinutes(10)));
            Policy other = app.getBean(LockManager.class).admin().policy("b/1");
            assertThat(other.takersReadDrafts()).isTrue();
            assertThat(other.requests()).isEqualTo(RequestPolicy.NEVER);
        }
    }

    @Test
    @DisplayName("P2: a property says which DataSource has the locks")
    void datasource_isTheNamedOne() {
        String url = "jdbc:sqlite:" + folder.resolve("locking.db");
        System.setProperty("locking.url", url);
        try (ConfigurableApplicationContext app = Apps.plain(TwoSources.class, "holdfast.datasource=locking")) {
            assertThat(app.getBean(LockManager.class).admin().traits().address())
                    .isEqualTo("sqlite:" + folder.resolve("locking.db"));
        }
        assertThat(refused(TwoSources.class).getAction()).startsWith("Set holdfast.datasource to one of: ");
        FailureAnalysis misspelt = refused(TwoSources.class, "holdfast.datasource=loking");
        assertThat(misspelt.getDescription())
                .isEqualTo("There is no DataSource bean 'loking', which holdfast.datasource names; did you mean"
                        + " 'locking'?");
        assertThat(misspelt.getAction()).contains("orders", "locking");
        assertThat(refused(TwoSources.class, MEMORY, "holdfast.datasource=locking")
                        .getDescription())
                .startsWith("Both holdfast.store and holdfast.datasource are set");
    }

    @Test
    void beansOfTheApplication_mayHaveTheNamesOfTypes() {
        try (ConfigurableApplicationContext app = Apps.plain(WithOwnNames.class, MEMORY)) {
            assertThat(app.getBean("lockManager")).isEqualTo("mine");
            app.getBean(LockManager.class).acquire("policy/1").close();
        }
    }

    @Test
    void everyBean_hasThePrefix() {
        List<String> prefixes = List.of("holdfast", "dev.holdfast.", "org.springframework.");
        try (ConfigurableApplicationContext app =
                Apps.jpaWeb(Office.class, Postgres.and(Postgres.fresh(), "spring.jpa.hibernate.ddl-auto=create"))) {
            assertThat(app.getBeanFactory().getBeanDefinitionNames())
                    .filteredOn(name -> isOurs(app.getBeanFactory().getBeanDefinition(name)))
                    .hasSizeGreaterThan(20)
                    .allSatisfy(name -> assertThat(prefixes).anyMatch(name::startsWith));
        }
    }

    private static boolean isOurs(BeanDefinition bean) {
        String factory = bean.getFactoryBeanName();
        String type = bean.getBeanClassName();
        return (factory != null && factory.startsWith("dev.holdfast."))
                || (type != null && type.startsWith("dev.holdfast.spring.Holdfast"))
                || (type != null && type.startsWith("dev.holdfast.spring.jpa.Holdfast"));
    }

    @Test
    void sessionsThatOutliveTheKey_areWarnedOf() throws Exception {
        String[] persistent = {"server.servlet.session.persistent=true", MEMORY};
        assertThat(logged(persistent))
                .contains("Sessions outlive a restart")
                .contains("Set holdfast.key to a secret of at least 32 characters");
        assertThat(logged(Postgres.and(persistent, "holdfast.key=0123456789-0123456789-0123456789")))
                .doesNotContain("Sessions outlive");
        assertThat(logged(MEMORY)).doesNotContain("Sessions outlive");
    }

    @Test
    void oldKeysOfAPolicy_areReadAndReportedWithTheNewName() throws Exception {
        Path settings = folder.resolve("application.yaml");
        Files.writeString(settings, """
                holdfast:
                  store: "memory:"
                  policies:
                    - pattern: a/*
                      ping: 11s
                      trust: 12s
                      clean-up: 13s
                      pace: 14s
                    - pattern: b/*
                      trust: 12s
                      suspect-after: 15s
                """);
        Path log = folder.resolve("keys.log");
        try (ConfigurableApplicationContext app = Apps.plain(
                StoreChoiceTest.NoDatabase.class,
                "spring.config.additional-location=file:" + settings,
                "logging.file.name=" + log)) {
            Policy policy = app.getBean(LockManager.class).admin().policy("a/1");
            assertThat(policy.heartbeat()).hasSeconds(11);
            assertThat(policy.suspectAfter()).hasSeconds(12);
            assertThat(policy.reclaimAfter()).hasSeconds(13);
            assertThat(policy.cooldown()).hasSeconds(14);
            assertThat(app.getBean(LockManager.class).admin().policy("b/1").suspectAfter())
                    .hasSeconds(15);
        }
        assertThat(Files.readString(log))
                .contains("holdfast.policies[0].ping: 'ping' in a policy is now called 'heartbeat': rename it.")
                .contains("holdfast.policies[0].trust: 'trust' in a policy is now called 'suspect-after': rename it.")
                .contains("holdfast.policies[0].clean-up: 'clean-up' in a policy is now called 'reclaim-after'")
                .contains("holdfast.policies[0].pace: 'pace' in a policy is now called 'cooldown': rename it.");
    }

    private String logged(String... properties) throws Exception {
        Path log = Files.createTempFile(folder, "app", ".log");
        String[] all = Arrays.copyOf(properties, properties.length + 2);
        all[properties.length] = "logging.file.name=" + log;
        all[properties.length + 1] =
                "server.servlet.session.store-dir=" + Files.createTempDirectory(folder, "sessions");
        Apps.web(StoreChoiceTest.NoDatabase.class, all).close();
        return Files.readString(log);
    }
}
