package dev.holdfast.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A clone is built anew when anything changes that it is made from: the launcher names the folders of all modules for it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourcesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private final Map<String, String> folders = new HashMap<>();
    private final Map<String, List<String>> needed = new HashMap<>();

    @BeforeAll
    void read() throws Exception {
        NodeList modules = pom("").getElementsByTagName("module");
        for (int i = 0; i < modules.getLength(); i++) {
            String folder = modules.item(i).getTextContent();
            Document pom = pom(folder);
            String name = child(pom.getDocumentElement(), "artifactId");
            folders.put(name, folder);
            needed.put(name, needed(pom));
        }
    }

    private static Document pom(String folder) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(folder).resolve("pom.xml").toFile());
    }

    /** The other modules without which it does not run. */
    private static List<String> needed(Document pom) {
        List<String> names = new ArrayList<>();
        NodeList dependencies = pom.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (child(dependency, "groupId").equals("dev.holdfast")
                    && !child(dependency, "scope").equals("test")) {
                names.add(child(dependency, "artifactId"));
            }
        }
        return names;
    }

    private static String child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent();
            }
        }
        return "";
    }

    /** What the launcher looks at, as patterns of paths. */
    private static List<String> sources(String variable) throws Exception {
        Matcher list =
                Pattern.compile("(?m)^" + variable + "='([^']*)'").matcher(Files.readString(ROOT.resolve("holdfast")));
        assertThat(list.find()).as(variable).isTrue();
        return List.of(list.group(1).strip().split("\\s+"));
    }

    private Set<String> closure(String name) {
        Set<String> all = new TreeSet<>();
        List<String> next = new ArrayList<>(List.of(name));
        while (!next.isEmpty()) {
            String one = next.remove(0);
            if (all.add(one)) {
                next.addAll(needed.get(one));
            }
        }
        return all;
    }

    private void assertNamed(String name, List<String> patterns) {
        for (String module : closure(name)) {
            String folder = folders.get(module);
            for (String source : List.of(folder + "/pom.xml", folder + "/src/main")) {
                assertThat(!Files.exists(ROOT.resolve(source))
                                || patterns.stream().anyMatch(pattern -> matches(pattern, source)))
                        .as(source)
                        .isTrue();
            }
        }
    }

    private static boolean matches(String pattern, String path) {
        return ROOT.getFileSystem().getPathMatcher("glob:" + pattern).matches(Path.of(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"holdfast-cli", "holdfast-cli-extras", "holdfast-cli-audit", "holdfast-demo"})
    void command_isBuiltAnewFromAllOfIt(String module) throws Exception {
        assertThat(closure(module)).hasSizeGreaterThan(5);
        assertNamed(module, sources("command_sources"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"underwriting", "newsroom", "picking"})
    void examples_areBuiltAnewFromAllOfIt(String example) throws Exception {
        List<String> patterns = new ArrayList<>(sources("example_sources"));
        patterns.add("examples/" + example + "/pom.xml");
        patterns.add("examples/" + example + "/src/main");
        assertNamed("holdfast-example-" + example, patterns);
    }

    @Test
    void sources_areThere() throws Exception {
        for (String variable : List.of("command_sources", "example_sources")) {
            assertThat(sources(variable))
                    .filteredOn(source -> !source.contains("*"))
                    .allSatisfy(source -> assertThat(ROOT.resolve(source)).exists());
        }
    }
}
