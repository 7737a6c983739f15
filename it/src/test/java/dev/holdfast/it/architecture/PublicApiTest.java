package dev.holdfast.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.holdfast.LockManager;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public interface of the core: small, and changed only on purpose. */
class PublicApiTest {
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
        return PublishedTypes.of("core");
    }

    @Test
    void signature_hasTypesMembersAndConstants() {
        assertThat(ApiSignature.of(Modifier.class)).anyMatch(line -> line.contains("isPublic(int)"));
        assertThat(Arrays.asList(ApiSignature.of(Thread.State.class).get(0).split(" ")))
                .contains("enum", "java.lang.Thread$State");
    }
}
