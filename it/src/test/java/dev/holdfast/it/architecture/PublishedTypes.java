package dev.holdfast.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types that users of a published module may name: the public ones in the packages with published documentation. */
final class PublishedTypes {
    private static final Pattern DOCUMENTED = Pattern.compile("<holdfast.javadoc>(.+?)</holdfast.javadoc>");
    private static final Path ROOT = Path.of("..");

    private PublishedTypes() {}

    /** Returns the folders of the modules that have such types. */
    static List<String> modules() {
        return Module.ofTheBuild().stream()
                .filter(module -> !packages(module).isEmpty())
                .toList();
    }

    /** Returns the packages of a module that are documented for users. */
    static Set<String> packages(String module) {
        try {
            return DOCUMENTED
                    .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                    .results()
                    .flatMap(names -> Stream.of(names.group(1).split(",")))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<JavaClass> of(String module) {
        Set<String> packages = packages(module);
        return Module.at(module).classes().stream()
                .filter(type -> packages.contains(type.getPackageName())
                        && !type.getSimpleName().equals("package-info"))
                .filter(PublishedTypes::isReachable);
    }

    /** Returns whether it is public, with all types around it. */
    static boolean isReachable(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublishedTypes::isReachable).orElse(true);
    }
}
