package dev.holdfast.it.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The compiled tests of some modules, with the contracts that they inherit from.
 *
 * @param types all classes that were read
 * @param cases the tests that the concrete ones of them run
 */
record TestClasses(List<JavaClass> types, List<TestCase> cases) {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String BUILD = System.getProperty("holdfast.build", "target");
    /** Folders that have no modules below them. */
    private static final Set<String> NO_MODULES = Set.of("src", "target", ".git", "docs");

    /** The end of the names of classes that are run. */
    private static final String RUN = "Test";

    /** Contracts are main classes of the modules for tests. */
    private static final String TESTKIT = "testkit";

    static TestClasses of(Collection<JavaClass> types) {
        return new TestClasses(
                List.copyOf(types),
                types.stream()
                        .filter(type ->
                                !type.isInterface() && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .flatMap(TestCase::of)
                        .toList());
    }

    /** Reads the tests of all modules, which must have been compiled. Planted cases do not count. */
    static TestClasses ofAllModules() throws IOException {
        List<Path> folders = new ArrayList<>();
        List<Path> notBuilt = new ArrayList<>();
        for (Path module : modules()) {
            Path classes = module.resolve(BUILD).resolve("test-classes");
            if (Files.isDirectory(classes)) {
                folders.add(classes);
            } else if (Files.isDirectory(module.resolve("src/test/java"))) {
                notBuilt.add(ROOT.relativize(module));
            }
            if (ROOT.relativize(module).startsWith(TESTKIT)) {
                folders.add(module.resolve(BUILD).resolve("classes"));
            }
        }
        assertThat(notBuilt)
                .as("modules whose tests are not compiled; ./mvnw -Dfast test-compile compiles all of them")
                .isEmpty();
        TestClasses read = of(new ClassFileImporter()
                .importPaths(folders).stream()
                        .filter(type -> !type.getPackageName().contains(".fixture"))
                        .toList());
        return new TestClasses(
                read.types(),
                read.cases().stream()
                        .filter(one -> one.runner().getSimpleName().endsWith(RUN))
                        .toList());
    }

    private static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        Files.walkFileTree(ROOT, Set.of(), 3, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (NO_MODULES.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (Files.exists(folder.resolve("pom.xml"))) {
                    modules.add(folder);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path gone, IOException cause) {
                return FileVisitResult.CONTINUE;
            }
        });
        return modules;
    }
}
