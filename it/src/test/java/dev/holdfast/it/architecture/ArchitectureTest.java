package dev.holdfast.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static dev.holdfast.it.architecture.ArchitectureRules.onlyDependOn;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.holdfast.cli.project.Project;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.internal.base.StoreLocation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies point one way: faces to core, stores to core, and the rules to nothing. */
final class ArchitectureTest {
    // A rule over no classes always passes, so each test first counts what it looks at.
    private static final int CORE_CLASSES = 30;
    private static final int RULES_CLASSES = 10;
    private static final int TESTKIT_CLASSES = 5;
    private static final int STORE_CLASSES = 2;
    private static final int STORES = 3;
    private static final int CLI_CLASSES = 60;
    private static final int SERVER_CLASSES = 20;
    private static final int WEB_CLASSES = 25;
    private static final int SPRING_CLASSES = 30;

    /** What the rules decide about, and what these values are made of. */
    private static final Set<String> VALUES = Set.of(
            "Ages",
            "Body",
            "Bounds",
            "Closed",
            "Draft",
            "Entry",
            "Glob",
            "GlobRun",
            "HandOverRequest",
            "Hold",
            "HoldId",
            "Key",
            "Lease",
            "LockEvent",
            "LockView",
            "Loss",
            "Mode",
            "Moments",
            "Owner",
            "Policies",
            "Policy",
            "Preset",
            "ProcessId",
            "Refusal",
            "Sentence",
            "Stamp",
            "Text",
            "Times",
            "TooLargeException");

    /** By class of the command, the one package that it alone may use. */
    private static final Map<String, String> CLI_EXCEPTIONS = Map.of(
            // It asks for the line in .gitignore that the project's file store writes by itself on first use.
            "InitCommand", "dev.holdfast.store.file.project",
            // Tokens belong to servers, and the client says which is sent where.
            "ServerLocks", "dev.holdfast.client",
            // It accepts what a file store has refused to read.
            "StoreFileTrust", "dev.holdfast.store.file.sidecar",
            // Part of the build: it compiles what it writes.
            "FastParserWriter", "javax.tools",
            // The JDK has no other way to catch a signal.
            "JdkSignals", "sun.misc");

    /** What a store may use besides the JDK and the core: the driver of its back end. */
    private static final Map<String, List<String>> DRIVERS = Map.of(
            "stores/sql",
            List.of(
                    "org.sqlite..",
                    "javax.sql..",
                    "com.zaxxer.hikari..",
                    "org.postgresql..",
                    "org.mariadb.jdbc..",
                    "org.h2.jdbcx..",
                    "javax.net.ssl"),
            "stores/redis",
            List.of("io.lettuce..", "io.netty..", "reactor..", "javax.net.ssl"),
            "stores/zookeeper",
            List.of("org.apache.zookeeper.."),
            "stores/etcd",
            List.of("io.etcd..", "io.grpc..", "io.netty..", "com.google.protobuf"));

    /** What an adapter may use besides the JDK and the interface of core. */
    private static final Map<String, List<String>> ADAPTED = Map.of(
            "adapters/cdi",
            List.of("jakarta.enterprise..", "jakarta.inject", "jakarta.interceptor", "jakarta.annotation"),
            "adapters/shedlock",
            List.of("net.javacrumbs.shedlock.core"),
            "adapters/spring-integration",
            List.of("dev.holdfast.juc", "org.springframework.integration.support.locks"));

    @Test
    void core_usesNothingButTheJdk() {
        JavaClasses core = core();
        onlyDependOn(core, "java..", "jdk.net", ArchitectureRules.ANNOTATIONS).check(core);
    }

    @Test
    void rules_useOnlyLanguageCollectionsAndTime() {
        JavaClasses rules = rules();
        ArchitectureRules.pure(rules).check(rules);
    }

    @Test
    void rules_readNoClockAndNoProcess() {
        ArchitectureRules.DETERMINISTIC.check(rules());
    }

    @Test
    void stores_areAllFound() {
        assertThat(Module.stores()).hasSizeGreaterThanOrEqualTo(STORES);
    }

    @ParameterizedTest
    @MethodSource("dev.holdfast.it.architecture.Module#stores")
    void store_usesOnlyCoreAndItsDriver(Module store) {
        JavaClasses own = scanned(store.classes(), STORE_CLASSES);
        String[] packages = Stream.concat(
                        Stream.of("java..", ArchitectureRules.ANNOTATIONS),
                        DRIVERS.getOrDefault(store.name(), List.of()).stream())
                .toArray(String[]::new);
        onlyDependOn(own, core(), packages).check(own);
    }

    @Test
    void cli_usesCoreAndItsLibraries_andStoresOnlyByTheirAddress() {
        JavaClasses cli = cli();
        String[] libraries = {"java..", ArchitectureRules.ANNOTATIONS, "picocli", "dev.holdfast.config.."};
        JavaClasses rest = cli;
        for (Map.Entry<String, String> exception : CLI_EXCEPTIONS.entrySet()) {
            rest = but(rest, exception.getKey());
            JavaClasses one = cli.that(describe(
                    "are " + exception.getKey(), type -> type.getSimpleName().equals(exception.getKey())));
            String[] andOne = Stream.concat(Stream.of(libraries), Stream.of(exception.getValue()))
                    .toArray(String[]::new);
            onlyDependOn(cli, core(), andOne).check(scanned(one, 1));
        }
        assertThat(rest).hasSizeGreaterThanOrEqualTo(CLI_CLASSES);
        onlyDependOn(cli, core(), libraries).check(rest);
    }

    @Test
    void addressesWithPasswords_areReadOnlyWhereStoresAreOpened() {
        ArchitectureRules.calledOnlyBy(StoreLocation.class, "withSecrets", "dev.holdfast.cli.context.CommandContext")
                .check(cli());
        ArchitectureRules.calledOnlyBy(Project.class, "storeAddress", "dev.holdfast.cli.context.CommandContext")
                .check(cli());
        String[] drivers = {
            "dev.holdfast.store.etcd.EtcdAddress",
            "dev.holdfast.store.redis.RedisSettings",
            "dev.holdfast.store.sql.postgres.PostgresSettings",
            "dev.holdfast.store.sql.mariadb.MariaSettings",
            "dev.holdfast.store.sql.h2.H2Settings",
            "dev.holdfast.store.zookeeper.Settings",
            "dev.holdfast.internal.base.StoreAddress"
        };
        Module.stores()
                .forEach(store -> ArchitectureRules.calledOnlyBy(StoreAddress.class, "password", drivers)
                        .check(store.classes()));
        ArchitectureRules.calledOnlyBy(StoreAddress.class, "password", drivers).check(core());
    }

    @Test
    void server_usesOnlyCoreAndItsLibraries_andStoresOnlyByTheirAddress() {
        JavaClasses server = server();
        onlyDependOn(
                        server,
                        core(),
                        "java..",
                        "javax.crypto..",
                        "javax.net.ssl",
                        ArchitectureRules.ANNOTATIONS,
                        "io.vertx.core..",
                        "io.netty.bootstrap",
                        "io.netty.channel..",
                        "io.netty.util",
                        "jdk.net",
                        "io.micrometer..",
                        "com.nimbusds..",
                        "io.github.bucket4j..")
                .check(server);
        ArchitectureRules.NO_PRINTING.check(server);
        ArchitectureRules.SPEAKING_NAMES.check(server);
    }

    @Test
    void config_usesOnlyCoreAndItsParser() {
        JavaClasses config = scanned(Module.at("config").classes(), 10);
        onlyDependOn(config, core(), "java..", ArchitectureRules.ANNOTATIONS, "org.snakeyaml.engine.v2..")
                .check(config);
        ArchitectureRules.NO_PRINTING.check(config);
        ArchitectureRules.SPEAKING_NAMES.check(config);
    }

    @Test
    void client_usesOnlyCoreAndTheJdk() {
        JavaClasses client = client();
        onlyDependOn(client, core(), "java..", ArchitectureRules.ANNOTATIONS).check(client);
        ArchitectureRules.NO_PRINTING.check(client);
        ArchitectureRules.SPEAKING_NAMES.check(client);
    }

    @ParameterizedTest
    @MethodSource("dev.holdfast.it.architecture.Module#adapters")
    void adapter_usesOnlyTheInterfaceOfCoreAndItsLibrary(Module adapter) {
        JavaClasses own = scanned(adapter.classes(), STORE_CLASSES);
        String[] packages = Stream.concat(
                        Stream.of("java..", ArchitectureRules.ANNOTATIONS, "dev.holdfast"),
                        ADAPTED.getOrDefault(adapter.name(), List.of()).stream())
                .toArray(String[]::new);
        onlyDependOn(own, packages).check(own);
        ArchitectureRules.NO_PRINTING.check(own);
        ArchitectureRules.SPEAKING_NAMES.check(own);
    }

    @Test
    void servlet_usesOnlyCoreTheSqlStoreAndServlets() {
        JavaClasses servlet = servlet();
        onlyDependOn(
                        servlet,
                        core(),
                        "java..",
                        "javax.sql",
                        "javax.crypto..",
                        "javax.naming",
                        ArchitectureRules.ANNOTATIONS,
                        "dev.holdfast.store.sql",
                        "dev.holdfast.store.sql.shared",
                        "jakarta.servlet..")
                .check(servlet);
        ArchitectureRules.NO_PRINTING.check(servlet);
        ArchitectureRules.SPEAKING_NAMES.check(servlet);
    }

    /** Also for applications without a servlet container. */
    @Test
    void session_knowsNothingOfServlets() {
        JavaClasses session = servlet()
                .that(describe(
                        "are of the session", type -> type.getPackageName().equals("dev.holdfast.session")));
        onlyDependOn(
                        session,
                        core(),
                        "java..",
                        "javax.sql",
                        "javax.crypto..",
                        ArchitectureRules.ANNOTATIONS,
                        "dev.holdfast.store.sql")
                .check(scanned(session, 20));
    }

    @Test
    void starter_usesCoreItsStoresServletsAndSpring() {
        JavaClasses starter = scanned(Module.at("spring").classes(), SPRING_CLASSES);
        onlyDependOn(
                        starter,
                        core(),
                        "java..",
                        "javax.sql",
                        "javax.crypto..",
                        ArchitectureRules.ANNOTATIONS,
                        "dev.holdfast.session",
                        "dev.holdfast.servlet",
                        "dev.holdfast.store.sql",
                        "dev.holdfast.store.redis",
                        "io.lettuce.core..",
                        "jakarta.servlet..",
                        "jakarta.persistence..",
                        "jakarta.transaction", // which calls of Hibernate have in their signature
                        "org.hibernate..",
                        "org.springframework..",
                        "org.aopalliance..",
                        "org.reactivestreams",
                        "reactor.core..",
                        "reactor.util..",
                        "org.apache.commons.logging",
                        "io.micrometer..")
                .check(starter);
        ArchitectureRules.NO_PRINTING.check(starter);
        ArchitectureRules.SPEAKING_NAMES.check(starter);
    }

    @Test
    void testSupport_usesCoreTheMemoryStoreAndSpring() {
        JavaClasses support = scanned(Module.at("test-support").classes(), 8);
        onlyDependOn(
                        support,
                        core(),
                        "java..",
                        ArchitectureRules.ANNOTATIONS,
                        "dev.holdfast.store.memory",
                        "org.assertj.core..",
                        "org.springframework..")
                .check(support);
        ArchitectureRules.NO_PRINTING.check(support);
        ArchitectureRules.SPEAKING_NAMES.check(support);
    }

    @Test
    void audit_usesOnlyCoreAndItsParsers() {
        JavaClasses audit = scanned(Module.at("audit").classes(), 30);
        onlyDependOn(
                        audit,
                        core(),
                        "java..",
                        "javax.xml.stream",
                        ArchitectureRules.ANNOTATIONS,
                        "com.github.javaparser..",
                        "org.snakeyaml.engine.v2..")
                .check(audit);
        ArchitectureRules.NO_PRINTING.check(audit);
        ArchitectureRules.SPEAKING_NAMES.check(audit);
    }

    /** What comes in over the wire is looked at before anybody knows what it is about. */
    @Test
    void server_readsRequestsWithoutKnowingOfLocks() {
        JavaClasses http = scanned(
                server().that(describe(
                        "are of the wire", type -> type.getPackageName().equals("dev.holdfast.server.http"))),
                8);
        onlyDependOn(
                        http,
                        "java..",
                        ArchitectureRules.ANNOTATIONS,
                        "io.vertx.core..",
                        "io.github.bucket4j..",
                        "dev.holdfast.internal.base",
                        "dev.holdfast.internal.json",
                        "dev.holdfast.internal.storage",
                        "dev.holdfast.internal.views")
                .check(http);
    }

    @Test
    void cli_writesOnlyWhereItIsTold() {
        ArchitectureRules.NO_PRINTING.check(but(cli(), "Environment"));
    }

    @Test
    void cli_hasSpeakingNames() {
        ArchitectureRules.SPEAKING_NAMES.check(cli());
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void library_printsNothing(Module library) {
        ArchitectureRules.NO_PRINTING.check(library.classes());
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void library_hasSpeakingNames(Module library) {
        ArchitectureRules.SPEAKING_NAMES.check(library.classes());
    }

    static Stream<Module> libraries() {
        Module testkit = Module.at("testkit");
        scanned(testkit.classes(), TESTKIT_CLASSES);
        return Stream.concat(
                Stream.of(new Module("core", core()), testkit),
                Module.stores().peek(store -> scanned(store.classes(), STORE_CLASSES)));
    }

    private static JavaClasses client() {
        return scanned(Module.at("client").classes(), 8);
    }

    private static JavaClasses server() {
        return scanned(Module.at("server").classes(), SERVER_CLASSES);
    }

    private static JavaClasses servlet() {
        return scanned(Module.at("web").classes(), WEB_CLASSES);
    }

    private static JavaClasses cli() {
        return scanned(Module.at("cli").classes(), CLI_CLASSES);
    }

    private static JavaClasses but(JavaClasses classes, String name) {
        return classes.that(
                describe("are not " + name, type -> !type.getSimpleName().equals(name)));
    }

    private static JavaClasses core() {
        return scanned(Module.at("core").classes(), CORE_CLASSES);
    }

    private static JavaClasses rules() {
        JavaClasses rules = core().that(describe("are rules or their values", ArchitectureTest::isRule));
        assertThat(rules.stream().map(ArchitectureTest::outermost)).containsAll(VALUES);
        return scanned(rules, RULES_CLASSES);
    }

    private static boolean isRule(JavaClass type) {
        return type.getPackageName().equals("dev.holdfast.internal.rules") || VALUES.contains(outermost(type));
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type.getSimpleName());
    }

    private static JavaClasses scanned(JavaClasses classes, int atLeast) {
        assertThat(classes).as("classes looked at").hasSizeGreaterThanOrEqualTo(atLeast);
        return classes;
    }
}
