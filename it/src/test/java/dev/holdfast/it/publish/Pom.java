package dev.holdfast.it.publish;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** A POM as it is written, without what it inherits. */
record Pom(String folder, Element project) {
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    static Pom of(String folder) throws Exception {
        return new Pom(folder, parse(ROOT.resolve(folder).resolve("pom.xml")));
    }

    static Element parse(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
    }

    /** Returns the modules of the build that are published, as libraries. */
    static List<Pom> published() throws Exception {
        List<Pom> published = new ArrayList<>();
        for (String folder : of("").values("modules", "module")) {
            Pom pom = of(folder);
            if (!pom.value("packaging").equals("pom")
                    && !pom.value("properties", "maven.deploy.skip").equals("true")) {
                published.add(pom);
            }
        }
        return published;
    }

    String artifact() {
        return value("artifactId");
    }

    /** Returns the text at the end of a path of elements, and an empty one if there is none. */
    String value(String... path) {
        return values(path).stream().findFirst().orElse("");
    }

    List<String> values(String... path) {
        return elements(path).stream()
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    /** Returns all elements at the end of a path. */
    List<Element> elements(String... path) {
        List<Element> found = List.of(project);
        for (String name : path) {
            found = found.stream().flatMap(element -> children(element, name)).toList();
        }
        return found;
    }

    static Stream<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                children.add(element);
            }
        }
        return children.stream();
    }

    @Override
    public String toString() {
        return folder;
    }
}
