package dev.holdfast.it.architecture;

import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A module of the build and the classes that were compiled from its main sources. */
record Module(String name, JavaClasses classes) {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String BUILD = System.getProperty("holdfast.build", "target");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    /** By folder: class files are read once, whatever the number of rules. */
    private static final Map<String, Module> READ = new ConcurrentHashMap<>();

    /** The module in that folder of the project. */
    static Module at(String folder) {
        return READ.computeIfAbsent(folder, Module::read);
    }

    private static Module read(String folder) {
        return new Module(folder, new ClassFileImporter().importPath(classesOf(folder)));
    }

    private static Path classesOf(String folder) {
        return ROOT.resolve(folder).resolve(BUILD).resolve("classes");
    }

    /** Returns the folders of the modules in the parent POM that have main classes, in so far as they were built. */
    static List<String> ofTheBuild() {
        try {
            return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                    .results()
                    .map(module -> module.group(1))
                    .filter(folder -> Files.isDirectory(ROOT.resolve(folder).resolve("src/main/java"))
                            && Files.isDirectory(classesOf(folder)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every store: whoever adds one is bound by the rules without having to know of them. */
    static Stream<Module> stores() {
        return below("stores");
    }

    /** Every adapter to the interface of another library. */
    static Stream<Module> adapters() {
        return below("adapters");
    }

    private static Stream<Module> below(String parent) {
        try (Stream<Path> folders = Files.list(ROOT.resolve(parent))) {
            return folders
                    .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> parent + "/" + folder.getFileName())
                    .collect(toCollection(TreeSet::new))
                    .stream()
                    .map(Module::at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
