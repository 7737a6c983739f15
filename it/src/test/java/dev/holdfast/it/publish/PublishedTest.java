package dev.holdfast.it.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** What is published is described, listed in the BOM, and brings along nothing that is not published. */
class PublishedTest {
    private static final Set<String> NOT_FOR_USERS = Set.of("test", "provided");

    static List<Pom> published() throws Exception {
        return Pom.published();
    }

    @Test
    void bom_listsExactlyThePublishedModules() throws Exception {
        List<String> modules = published().stream().map(Pom::artifact).toList();
        assertThat(modules).hasSizeGreaterThan(10);
        assertThat(Pom.of("bom").elements("dependencyManagement", "dependencies", "dependency"))
                .filteredOn(dependency -> text(dependency, "groupId").equals("dev.holdfast"))
                .map(dependency -> text(dependency, "artifactId"))
                .containsExactlyInAnyOrderElementsOf(modules);
    }

    /** Redis and ZooKeeper bring versions of Netty that do not work together. */
    @Test
    void bom_settlesNettyAndNoOtherLibrary() throws Exception {
        assertThat(Pom.of("bom").elements("dependencyManagement", "dependencies", "dependency"))
                .filteredOn(dependency -> !text(dependency, "groupId").equals("dev.holdfast"))
                .map(dependency -> text(dependency, "artifactId") + " " + text(dependency, "scope"))
                .containsExactly("netty-bom import");
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_isDescribed(Pom module) {
        assertThat(module.value("name")).startsWith("Holdfast ");
        assertThat(module.value("description")).endsWith(".");
        assertThat(module.value("properties", "holdfast.javadoc"))
                .as("packages of the documentation")
                .startsWith("dev.holdfast");
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_hasANameThatDoesNotDependOnItsFile(Pom module) {
        Path described = Pom.ROOT.resolve(module.folder()).resolve("src/main/module/module-info.java");
        String name = module.value(
                "build", "plugins", "plugin", "configuration", "archive", "manifestEntries", "Automatic-Module-Name");
        assertThat(Files.exists(described) || name.startsWith("dev.holdfast."))
                .as("src/main/module/module-info.java or Automatic-Module-Name in its POM")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("published")
    void module_needsPublishedModulesAlone(Pom module) throws Exception {
        List<String> needed = new ArrayList<>();
        for (Element dependency : module.elements("dependencies", "dependency")) {
            if (text(dependency, "groupId").equals("dev.holdfast")
                    && !NOT_FOR_USERS.contains(text(dependency, "scope"))) {
                needed.add(text(dependency, "artifactId"));
            }
        }
        assertThat(published().stream().map(Pom::artifact)).containsAll(needed);
    }

    /** The BOM inherits nothing, or an application that imports it would inherit that too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "groupId",
                "version",
                "url",
                "organization",
                "licenses",
                "developers",
                "scm",
                "properties/holdfast.url",
                "properties/netty.version"
            })
    void bom_saysTheSameAsTheParent(String path) throws Exception {
        String parent = Pom.of("").value(path.split("/", -1));
        assertThat(parent).isNotEmpty();
        assertThat(Pom.of("bom").value(path.split("/", -1))).isEqualTo(parent);
    }

    @Test
    void sqlStore_bringsNoDriver() throws Exception {
        Set<String> brought = Pom.of("stores/sql").elements("dependencies", "dependency").stream()
                .filter(dependency -> !NOT_FOR_USERS.contains(text(dependency, "scope"))
                        && !text(dependency, "optional").equals("true"))
                .map(dependency -> text(dependency, "artifactId"))
                .collect(Collectors.toSet());
        assertThat(brought).containsExactly("holdfast-core");
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite-jdbc.version, SQLite",
        "postgresql.version, PostgreSQL",
        "mariadb.version, MariaDB",
        "h2.version, H2",
        "hikaricp.version, PostgreSQL",
        "hikaricp.version, MariaDB"
    })
    void readmeOfTheSqlStore_namesTheVersionsThatAreTested(String property, String engine) throws Exception {
        String version = Pom.of("").value("properties", property);
        assertThat(Files.readAllLines(Pom.ROOT.resolve("stores/sql/README.md")))
                .filteredOn(line -> line.startsWith("| " + engine))
                .singleElement()
                .asString()
                .contains(version);
    }

    private static String text(Element element, String child) {
        return Pom.children(element, child)
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }
}
