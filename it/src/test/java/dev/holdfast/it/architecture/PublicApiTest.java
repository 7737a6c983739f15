package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.holdfast.LockManager;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public interface of the core: small, free of internal types, and changed only on purpose. */
class PublicApiTest {
    private static final Set<String> EXPORTED = Set.of("dev.holdfast", "dev.holdfast.spi");
    private static final int MAX_TYPES = 50;
    private static final int MAX_METHODS_OF_MANAGER = 12;
    private static final Path COMMITTED = Path.of("src/test/resources/api/core.txt");
    private static final Path PRESENT = Path.of("target/api/core.txt");

    @Test
    void types_areFew() {
        assertThat(exported().filter(type -> !type.isNestedClass()))
                .hasSizeBetween(20, MAX_TYPES)
                .extracting(JavaClass::getSimpleName)
                .contains("LockManager", "LockStore");
    }

    @Test
    void lockManager_hasFewMethods() {
        assertThat(LockManager.class.getDeclaredMethods())
                .filteredOn(method -> !Modifier.isStatic(method.getModifiers())
                        && !method.getName().equals("close"))
                .hasSizeBetween(5, MAX_METHODS_OF_MANAGER);
    }

    @Test
    void signatures_nameNoInternalType() {
        assertThat(signature()).isNotEmpty().noneMatch(line -> line.contains("dev.holdfast.internal"));
    }

    @Test
    void internalType_isNotExported() {
        assertThat(ApiSignature.of(Exposed.class)).anyMatch(line -> line.contains("dev.holdfast.internal"));
    }

    /** A sample that the rule above must find. */
    interface Exposed {
        dev.holdfast.internal.rules.Command leaks();
    }

    @Test
    void signatures_areAsCommitted() throws IOException {
        List<String> present = signature();
        Files.createDirectories(PRESENT.getParent());
        Files.write(PRESENT, present);
        assertThat(present)
                .as(
                        "A change of the public interface: if it is meant, copy it/%s to it/%s and tell users in CHANGELOG.md",
                        PRESENT, COMMITTED)
                .isEqualTo(Files.readAllLines(COMMITTED));
    }

    private static List<String> signature() {
        return exported()
                .map(JavaClass::reflect)
                .flatMap(type -> ApiSignature.of(type).stream())
                .sorted()
                .toList();
    }

    private static Stream<JavaClass> exported() {
        return Module.at("core").classes().stream()
                .filter(type -> EXPORTED.contains(type.getPackageName())
                        && !type.getSimpleName().equals("package-info"))
                .filter(PublicApiTest::isReachable);
    }

    /** Returns whether it is public, with all types around it. */
    private static boolean isReachable(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicApiTest::isReachable).orElse(true);
    }

    @Test
    void signature_hasTypesMembersAndConstants() {
        assertThat(ApiSignature.of(Modifier.class)).anyMatch(line -> line.contains("isPublic(int)"));
        assertThat(Arrays.asList(ApiSignature.of(Thread.State.class).get(0).split(" ")))
                .contains("enum", "java.lang.Thread$State");
    }
}
