package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No public method has a name that code in Kotlin would have to write in backticks. */
class KotlinTest {
    /** Those that Java allows. */
    private static final Set<String> KEYWORDS =
            Set.of("as", "fun", "in", "is", "object", "typealias", "typeof", "val", "var", "when");

    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
    private static final Pattern DOCUMENTED = Pattern.compile("<holdfast.javadoc>(.+?)</holdfast.javadoc>");
    private static final Path ROOT = Path.of("..");
    private static final int MIN_METHODS = 500;

    @Test
    void publicMethod_isNoKeyword() throws IOException {
        List<JavaMethod> methods = found(ROOT.resolve("pom.xml"), MODULE)
                .filter(module -> !module.equals("it"))
                .flatMap(KotlinTest::documented)
                .filter(KotlinTest::isPublic)
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
        assertThat(methods).hasSizeGreaterThan(MIN_METHODS);
        assertThat(methods)
                .filteredOn(method -> KEYWORDS.contains(method.getName()))
                .isEmpty();
    }

    /** Returns the types of a module that are in packages with published documentation. */
    private static Stream<JavaClass> documented(String module) {
        try {
            List<String> packages = found(ROOT.resolve(module).resolve("pom.xml"), DOCUMENTED)
                    .flatMap(names -> Stream.of(names.split(",")))
                    .toList();
            return packages.isEmpty()
                    ? Stream.of()
                    : Module.at(module).classes().stream().filter(type -> packages.contains(type.getPackageName()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> found(Path file, Pattern what) throws IOException {
        return what
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList()
                .stream();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(KotlinTest::isPublic).orElse(true);
    }
}
