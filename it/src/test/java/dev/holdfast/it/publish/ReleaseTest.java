package dev.holdfast.it.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.check.LongTest;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.ZooKeeperServer;
import dev.holdfast.it.docs.Readme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published modules in a repository on disk, and projects of users that get them from there. */
@LongTest("builds a release with Maven; PublishedTest looks at the POMs, ReadmeTest runs the sample in every check")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReleaseTest {
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final Path GROUP = Path.of("dev", "holdfast");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private static final String BOM = """
            <dependencyManagement>
              <dependencies>
                <dependency>
                  <groupId>dev.holdfast</groupId>
                  <artifactId>holdfast-bom</artifactId>
                  <version>%s</version>
                  <type>pom</type>
                  <scope>import</scope>
                </dependency>
              </dependencies>
            </dependencyManagement>
            """.formatted(VERSION);

    private static final String CORE = """
            <dependency>
              <groupId>dev.holdfast</groupId>
              <artifactId>holdfast-core</artifactId>
            </dependency>
            """;

    @TempDir
    static Path folder;

    private static Path staging;

    static List<Pom> published() throws Exception {
        return Pom.published();
    }

    @BeforeAll
    @Timeout(value = 540, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    static void deploy() throws Exception {
        staging = folder.resolve("staging");
        String modules = Stream.concat(
                        Stream.of(".", "bom"), published().stream().map(Pom::folder))
                .collect(Collectors.joining(","));
        // Neither the user's own repository is changed, nor a build of these sources that goes on meanwhile.
        Maven.run(
                Pom.ROOT,
                folder.resolve("deploy.log"),
                "deploy",
                "-Drelease",
                "-Dfast",
                "-Dholdfast.build=target/release",
                "-Dmaven.test.skip=true",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dmaven.repo.local.tail=" + UserProject.LOCAL,
                "-DaltDeploymentRepository=staging::" + staging.toUri(),
                "-pl",
                modules,
                "-am");
    }

    @Test
    void repository_hasThePublishedModulesAlone() throws Exception {
        Stream<String> expected = Stream.concat(
                Stream.of("holdfast", "holdfast-bom"), published().stream().map(Pom::artifact));
        assertThat(names(staging.resolve(GROUP)))
                .filteredOn(name -> !name.startsWith("maven-metadata"))
                .containsExactlyInAnyOrderElementsOf(expected.toList());
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_hasSourcesAndJavadoc(Pom module) throws Exception {
        assertThat(entries(module, "-sources.jar")).anyMatch(name -> name.endsWith(".java"));
        String first = module.value("properties", "holdfast.javadoc").split(",", -1)[0];
        assertThat(entries(module, "-javadoc.jar"))
                .contains("index.html", first.replace('.', '/') + "/package-summary.html");
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_hasABillOfMaterials(Pom module) throws Exception {
        String bill = Files.readString(file(module, "-cyclonedx.json"));
        assertThat(bill)
                .contains("\"CycloneDX\"", "\"pkg:maven/dev.holdfast/" + module.artifact() + "@" + VERSION)
                .doesNotContain("junit", "holdfast-testkit");
        if (!module.artifact().equals("holdfast-core")) {
            assertThat(bill).contains("\"pkg:maven/dev.holdfast/holdfast-core@" + VERSION);
        }
    }

    @Test
    void dependenciesOfTheReadme_runTheSample() throws Exception {
        Path place = folder.resolve("pasted");
        try (UserProject project = new UserProject(place, staging)) {
            Readme.runSample(JAVA_HOME, project.compile(dependencies(Readme.block("xml"))), place);
        }
    }

    static List<Integer> versionsOfJava() {
        return List.of(Runtime.version().feature(), 25);
    }

    @ParameterizedTest
    @MethodSource("versionsOfJava")
    void everyModule_resolvesInAFreshProject(int java) throws Exception {
        Optional<Path> home = java == 25 ? jdk25() : Optional.of(JAVA_HOME);
        assumeThat(home).as("a JDK 25 in JAVA_HOME_25 or /usr/lib/jvm").isPresent();
        Path place = folder.resolve("everything-on-" + java);
        List<String> modules = published().stream().map(Pom::artifact).toList();
        String list = modules.stream()
                .filter(module -> !module.equals("holdfast-store-sql")) // in the README's
                .map(module -> CORE.replace("holdfast-core", module))
                .collect(Collectors.joining());
        try (UserProject project = new UserProject(place, staging)) {
            String classPath = project.compile(home.orElseThrow(), BOM + dependencies(list + withoutVersion()));
            assertThat(modules)
                    .hasSizeGreaterThan(15)
                    .allSatisfy(module -> assertThat(classPath).containsPattern("/" + module + "-[0-9][^/]*\\.jar"));
            Readme.runSample(home.orElseThrow(), classPath, place);
        }
    }

    @Test
    void bom_suppliesVersionsOfOneReleaseAndNoDriver() throws Exception {
        Path place = folder.resolve("with-bom");
        try (UserProject project = new UserProject(place, staging)) {
            String classPath = project.compile(BOM + dependencies(CORE + withoutVersion()));
            assertThat(classPath)
                    .contains("holdfast-core", "holdfast-store-sql", "sqlite-jdbc")
                    .doesNotContain("postgresql", "mariadb", "HikariCP", "testkit");
            Readme.runSample(JAVA_HOME, classPath, place);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper redis", "redis zookeeper"})
    void bom_redisAndZooKeeperInOneProject_bothGrantLocks(String order) throws Exception {
        Path place = folder.resolve(order.replace(' ', '-'));
        List<String> stores = List.of(order.split(" ", -1));
        String list = stores.stream()
                .map(store -> CORE.replace("holdfast-core", "holdfast-store-" + store))
                .collect(Collectors.joining());
        try (UserProject project = new UserProject(place, staging)) {
            String classPath = project.compile(BOM + dependencies(CORE + withoutVersion() + list));
            Set<String> versions = Pattern.compile("netty-(?:common|handler|codec[a-z-]*)-([0-9.]+)")
                    .matcher(classPath)
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
            assertThat(versions).hasSize(1);
            try (RedisServer redis = RedisServer.start(place.resolve("redis"));
                    ZooKeeperServer zookeeper = ZooKeeperServer.start(place.resolve("zookeeper"))) {
                List<String> addresses = stores.stream()
                        .map(store -> store.equals("redis") ? redis.address() : zookeeper.address())
                        .map(address -> address + "?timeout=100s") // of a machine that is busy
                        .toList();
                assertThat(locked(place, classPath, addresses).lines())
                        .containsAll(
                                stores.stream().map(store -> store + " true").toList());
            }
        }
    }

    /** Returns the output of a program that takes a lock at each address. */
    private static String locked(Path place, String classPath, List<String> addresses) throws Exception {
        Path source = place.resolve("Open.java");
        Files.writeString(source, """
                public class Open {
                    public static void main(String[] addresses) throws Exception {
                        for (String address : addresses) {
                            try (var locks = dev.holdfast.LockManager.open(address); var lock = locks.acquire("a")) {
                                System.out.println(address.split(":")[0] + " " + lock.isHeld());
                            }
                        }
                    }
                }
                """);
        List<String> command =
                new ArrayList<>(List.of(JAVA_HOME.resolve("bin/java").toString(), "-cp", classPath, source.toString()));
        command.addAll(addresses);
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        java.getOutputStream().close();
        return new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String dependencies(String list) {
        return "<dependencies>\n" + list + "</dependencies>\n";
    }

    /** Returns the dependencies of the README as a user of the BOM writes them. */
    private static String withoutVersion() throws IOException {
        return Readme.block("xml").replace("  <version>" + VERSION + "</version>\n", "");
    }

    private static Optional<Path> jdk25() throws IOException {
        String named = System.getenv("JAVA_HOME_25");
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        return names(all).stream()
                .filter(name -> name.contains("25"))
                .map(all::resolve)
                .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                .findFirst();
    }

    private static List<String> entries(Pom module, String suffix) throws IOException {
        try (ZipFile jar = new ZipFile(file(module, suffix).toFile())) {
            return jar.stream().map(Object::toString).toList();
        }
    }

    private static Path file(Pom module, String suffix) throws IOException {
        Path versions = staging.resolve(GROUP).resolve(module.artifact()).resolve(VERSION);
        return versions.resolve(names(versions).stream()
                .filter(name -> name.endsWith(suffix))
                .findFirst()
                .orElseThrow());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
