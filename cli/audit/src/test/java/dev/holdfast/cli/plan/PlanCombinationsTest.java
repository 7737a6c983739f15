package dev.holdfast.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.check.Extent;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.project.Project;
import dev.holdfast.engines.MariaServer;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.engines.SqlServer;
import dev.holdfast.session.VersionTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The plans of all combinations of answers. Files that many of them have in common are used once: tables on the engine that they
 * are for, settings by the command's own reader and by an application of Spring Boot, and names of code by reflection.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlanCombinationsTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("@?[A-Z]\\w+(\\.\\w+)?");
    private static final Pattern LOCK = Pattern.compile("`([a-z-]+)/ID`");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
    private static final Pattern GRADLE = Pattern.compile("mplementation\\(\"dev\\.holdfast:([^:]+):([^\"]+)\"\\)");
    private static final List<String> PACKAGES = List.of("dev.holdfast", "dev.holdfast.session");
    private static final Map<String, List<String>> MORE = Map.of(
            "spring",
            List.of("dev.holdfast.spring", "dev.holdfast.spring.jpa"),
            "servlet",
            List.of("dev.holdfast.servlet"),
            "other",
            List.of());
    /** Names of the plan's own terms, not of code. */
    private static final Set<String> TERMS = Set.of("ConcurrencyException");

    /** Each text with one of the answers that led to it. */
    private static final Map<String, PlanAnswers> CONFIGURATIONS = new LinkedHashMap<>();

    /** Also by the database, if the application uses its own. */
    private static final Map<String, PlanAnswers> APPLICATIONS = new LinkedHashMap<>();

    private static final Map<String, PlanAnswers> TABLES = new LinkedHashMap<>();
    private static final Map<String, Set<String>> NAMES = new LinkedHashMap<>();
    /** Lines whose names were collected: most plans have most of their lines in common. */
    private static final Set<String> LINES = new HashSet<>();

    private static final Set<String> MODULES = new TreeSet<>();
    private static final Set<String> WRONG = new LinkedHashSet<>();
    /** One in 23 in each check: a prime larger than any number of choices, so that every pair of answers is among them. */
    private static final int STRIDE = Extent.of(23, 1);

    /** By the minutes of work: doubled up to two hours, and never less than the work itself. */
    private static final Map<String, Duration> LIMITS =
            Map.of("5", Duration.ofMinutes(10), "90", Duration.ofHours(2), "1440", Duration.ofHours(24));

    private static int plans;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeAll() {
        Combinations.all().forEach(PlanCombinationsTest::writeSome);
        assertThat(plans).isGreaterThan(10_000);
    }

    private static void writeSome(PlanAnswers answers) {
        if (plans++ % STRIDE == 0) {
            write(answers);
        }
    }

    private static void write(PlanAnswers answers) {
        Map<String, String> files = new PlanFiles(answers).all();
        CONFIGURATIONS.putIfAbsent(files.get("holdfast.yaml"), answers);
        String application = files.get("application.yaml");
        check((application != null) == answers.is("framework", "spring"), "settings of Spring are for Spring", answers);
        if (application != null) {
            String database = application.contains("store:") ? "" : answers.get("database");
            APPLICATIONS.putIfAbsent(database + "\n" + application, answers);
        }
        String tables = files.get("schema.sql");
        if (tables != null) {
            TABLES.putIfAbsent(answers.get("database") + "\n" + tables, answers);
        }
        String text = new PlanText(answers, LocalDate.EPOCH).write(Map.of());
        Set<String> names = NAMES.computeIfAbsent(answers.get("framework"), none -> new TreeSet<>());
        text.lines()
                .filter(line -> line.indexOf('`') >= 0 && LINES.add(answers.get("framework") + line))
                .flatMap(line -> CODE.matcher(line).results())
                .map(code -> code.group(1).replaceFirst("\\(.*", ""))
                .filter(code -> NAME.matcher(code).matches())
                .forEach(names::add);
        Set<String> maven = found(ARTIFACT, text);
        MODULES.addAll(maven);
        check(maven.equals(found(GRADLE, text)), "Maven and Gradle differ", answers);
        check(
                text.lines()
                        .filter(line -> line.contains("`releaseAllLocksFor("))
                        .allMatch(line -> line.contains("→ void; `CurrentLocks.releaseAll`, or")),
                "releaseAllLocksFor ends its owner",
                answers);
        check(text.contains("`schema.sql`") == (tables != null), "schema.sql is named if it is there", answers);
        check(
                found(LOCK, text).stream()
                        .allMatch(lock -> files.get("holdfast.yaml").contains("pattern: " + lock + "/**")),
                "a lock that no policy covers",
                answers);
        boolean members = text.contains("Shared version row");
        check(
                members == (tables != null && tables.contains("TABLE IF NOT EXISTS version ")),
                "shared versions have a table",
                answers);
    }

    private static void check(boolean right, String what, PlanAnswers answers) {
        if (!right && WRONG.size() < 10) {
            WRONG.add(what + ": " + answers);
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @Test
    @DisplayName("P20: in every plan, policies cover the locks, and tables and modules are those that it names")
    void plans_agreeWithTheirFiles() {
        assertThat(WRONG).isEmpty();
    }

    @Test
    @DisplayName("P20: locks are advised, or else what to do instead")
    void everyPlan_saysWhetherLocksAreRight() {
        Combinations.whether().forEach(answers -> {
            String text = new PlanText(answers, LocalDate.EPOCH).write(Map.of());
            assertThat(text.contains("Do not use this pattern here."))
                    .isEqualTo(new PlanFiles(answers).all().isEmpty())
                    .isNotEqualTo(text.contains("## 9. Test Plan"));
        });
    }

    @Test
    @DisplayName("P20: every name of code in a plan exists, for the framework that it is for")
    void names_exist() {
        assertThat(NAMES).containsOnlyKeys("spring", "servlet", "other");
        NAMES.forEach((framework, names) -> assertThat(names)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(exists(framework, name))
                        .as(name + " for " + framework)
                        .isTrue()));
        assertThat(NAMES.get("spring")).contains("@Lockable", "@LockRoot", "@SharedVersion", "@AcquiresLock");
        assertThat(NAMES.get("servlet")).noneMatch(name -> name.startsWith("@"));
        assertThat(NAMES.get("other")).noneMatch(name -> name.startsWith("@"));
    }

    private static boolean exists(String framework, String name) {
        String[] parts = name.replace("@", "").split("\\.", -1);
        return TERMS.contains(parts[0])
                || Stream.concat(PACKAGES.stream(), MORE.get(framework).stream())
                        .anyMatch(place -> isThere(place + "." + parts[0], parts.length > 1 ? parts[1] : null));
    }

    private static boolean isThere(String type, String method) {
        try {
            Class<?> found = Class.forName(type, false, PlanCombinationsTest.class.getClassLoader());
            return method == null
                    || Arrays.stream(found.getMethods())
                            .anyMatch(one -> one.getName().equals(method));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Test
    @DisplayName("P20: the modules are published")
    void modules_arePublished() throws IOException {
        String bom = Files.readString(Path.of("../../bom/pom.xml"));
        assertThat(MODULES)
                .contains("holdfast-spring-boot-starter", "holdfast-web", "holdfast-test")
                .allSatisfy(module -> assertThat(bom).contains("<artifactId>" + module + "</artifactId>"));
    }

    @Test
    @DisplayName("P20: the tables are made on the engine that they are for, and used")
    void tables_areUsed() throws Exception {
        assertThat(TABLES).hasSizeBetween(5, 20);
        int number = 0;
        for (Map.Entry<String, PlanAnswers> one : TABLES.entrySet()) {
            String engine = one.getValue().get("database");
            String script = one.getKey().substring(engine.length() + 1);
            String name = "plan" + number++;
            switch (engine) {
                case "postgresql" -> useOn(PostgresServer.shared(), name, script);
                case "mariadb" -> useOn(MariaServer.shared(), name, script);
                default -> {
                    String file = folder.resolve(name + ".db").toString();
                    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                        use(connection, script);
                    }
                }
            }
        }
    }

    private static void useOn(SqlServer server, String name, String script) throws Exception {
        server.execute("CREATE DATABASE " + name);
        String url = server.jdbcUrl().replaceFirst("/[^/?]*(\\?.*)?$", "/" + name + "$1");
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
            use(connection, script);
        }
        if (script.contains("record")) {
            String address = server.address().replaceFirst("/[^/?]*(\\?.*)?$", "/" + name + "$1");
            try (LockManager locks = LockManager.open(address + (address.contains("?") ? "&" : "?") + "migrate=off")) {
                locks.acquire("insurance-policy/1").close();
            }
        }
    }

    private static void use(Connection connection, String script) throws SQLException {
        // The client of MariaDB knows delimiters, its driver does not.
        String[] parts =
                script.contains("DELIMITER") ? script.split("(?m)^(?://|DELIMITER .*)$") : new String[] {script};
        try (Statement statement = connection.createStatement()) {
            for (String part : parts) {
                if (!part.isBlank()) {
                    statement.execute(part);
                }
            }
        }
        if (script.contains("TABLE IF NOT EXISTS version ")) {
            VersionTable versions = new VersionTable(connection);
            long first = versions.create("anna");
            assertThat(versions.create("anna")).isNotEqualTo(first);
            versions.increase(first, 0, "anna");
            assertThat(versions.find(first)).isPresent();
        }
    }

    @Test
    @DisplayName("P20: the settings are read by the command, and their locks can be taken")
    void configurations_areUsed() throws Exception {
        assertThat(CONFIGURATIONS).hasSizeBetween(30, 300);
        int number = 0;
        for (Map.Entry<String, PlanAnswers> one : CONFIGURATIONS.entrySet()) {
            Path place = Files.createDirectories(folder.resolve("project" + number++));
            Files.writeString(place.resolve("holdfast.yaml"), one.getKey());
            Project project = project(place);
            project.trustOwn();
            String address = project.storeAddress(null);
            assertThat(address).matches("[a-z]+:.+");
            Policies policies = project.policies(address);
            assertThat(project.hints()).isEmpty();
            Policy policy = policies.forResource("insurance-policy/1");
            assertThat(policy.lease().absolute()).isEqualTo(limit(one.getValue()));
            assertThat(policy.lease().grace())
                    .isEqualTo(one.getValue().yes("heartbeat") ? Duration.ofMinutes(5) : null);
            try (LockManager locks = LockManager.open("memory:", ManagerOptions.DEFAULT.policies(policies));
                    LockHandle held = locks.acquire("insurance-policy/1")) {
                assertThat(held.isHeld()).isTrue();
            }
        }
    }

    private static Duration limit(PlanAnswers answers) {
        return Objects.requireNonNull(LIMITS.get(answers.get("minutes")));
    }

    private Project project(Path place) {
        PrintStream none = new PrintStream(OutputStream.nullOutputStream());
        return Project.of(
                new Environment(Map.of("HOME", folder.toString()), place, InputStream.nullInputStream(), none, none));
    }

    @Test
    @DisplayName("P20: an application of Spring Boot starts with its settings and tables, and its locks can be taken")
    void applications_start() throws Exception {
        assertThat(APPLICATIONS).hasSizeBetween(15, 90);
        Set<String> stores = new TreeSet<>();
        int number = 0;
        for (Map.Entry<String, PlanAnswers> one : APPLICATIONS.entrySet()) {
            // The other durations are read by the command's reader in each check.
            if (STRIDE > 1 && !one.getValue().get("minutes").equals("90")) {
                continue;
            }
            String text = one.getKey().substring(one.getKey().indexOf('\n') + 1);
            Path file = Files.writeString(folder.resolve("application.yaml"), text);
            String name = "application" + number++;
            try (HikariDataSource database = databaseOf(one.getValue(), text, name);
                    ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                            .web(WebApplicationType.NONE)
                            .bannerMode(Banner.Mode.OFF)
                            .initializers(database == null ? none -> {} : with(database))
                            .run(
                                    "--spring.config.location=file:" + file,
                                    "--HOLDFAST_KEY=" + "k".repeat(32),
                                    database == null
                                            ? "--holdfast.store=" + storeOf(text, name)
                                            : "--holdfast.migrate=false",
                                    "--logging.level.root=warn")) {
                LockManager locks = application.getBean(LockManager.class);
                try (LockHandle held = locks.acquire("insurance-policy/1")) {
                    stores.add(
                            database == null
                                    ? storeOf(text, "")
                                    : one.getValue().get("database"));
                    assertThat(held.holds().get(0).lease().absolute()).isEqualTo(limit(one.getValue()));
                    assertThat(held.holds().get(0).lease().grace())
                            .isEqualTo(one.getValue().yes("heartbeat") ? Duration.ofMinutes(5) : null);
                }
            }
        }
        assertThat(stores).hasSize(4).contains("postgresql", "mariadb", "memory:");
    }

    /** Returns a store of the same kind as the file's. The servers of other addresses are not here. */
    private String storeOf(String application, String name) {
        return application.contains("store: sqlite:") ? "sqlite:" + folder.resolve(name + ".db") : "memory:";
    }

    /** Returns a database with the tables of the plan if the file leaves the locks to the application's own. */
    private static @Nullable HikariDataSource databaseOf(PlanAnswers answers, String application, String name)
            throws SQLException {
        if (application.contains("store:")) {
            return null;
        }
        SqlServer server = answers.is("database", "mariadb") ? MariaServer.shared() : PostgresServer.shared();
        server.execute("CREATE DATABASE " + name);
        HikariDataSource database = new HikariDataSource();
        database.setJdbcUrl(server.jdbcUrl().replaceFirst("/[^/?]*(\\?.*)?$", "/" + name + "$1"));
        database.setUsername(server.user());
        database.setPassword(server.password());
        database.setMaximumPoolSize(4);
        try (Connection connection = database.getConnection()) {
            use(connection, Objects.requireNonNull(new PlanFiles(answers).all().get("schema.sql")));
        }
        return database;
    }

    private static ApplicationContextInitializer<GenericApplicationContext> with(DataSource database) {
        return application -> application.registerBean(DataSource.class, () -> database);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}
}
