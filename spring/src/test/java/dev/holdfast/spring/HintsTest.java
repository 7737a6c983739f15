package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.store.redis.RedisLockStores;
import dev.holdfast.store.sql.SqlLockStores;
import jakarta.servlet.http.HttpSession;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.event.spi.AbstractEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** A native image has the files and types that Holdfast reads by name. */
class HintsTest {
    private final RuntimeHints hints = new RuntimeHints();

    HintsTest() {
        List<RuntimeHintsRegistrar> registered = SpringFactoriesLoader.forResourceLocation(
                        "META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class);
        assertThat(registered).filteredOn(HoldfastHints.class::isInstance).hasSize(1);
        new HoldfastHints().registerHints(hints, getClass().getClassLoader());
    }

    /** Returns the files beside the classes of that module, other than classes and descriptors. */
    private static List<String> files(Class<?> ofModule) throws Exception {
        Path place = Path.of(
                ofModule.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return files(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return files(jar.getPath("/"));
        }
    }

    private static List<String> files(Path root) throws Exception {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .toList();
        }
    }

    @Test
    @DisplayName("Every file of the stores and of the starter is in a native image")
    void files_areHinted() throws Exception {
        List<String> files = new ArrayList<>(files(SqlLockStores.class));
        files.addAll(files(RedisLockStores.class));
        files.addAll(files(HoldfastProperties.class));
        assertThat(files)
                .contains("dev/holdfast/store/sql/postgres/1.sql", "dev/holdfast/store/redis/apply.lua")
                .allSatisfy(file -> assertThat(RuntimeHintsPredicates.resource().forResource(file))
                        .as(file)
                        .accepts(hints));
    }

    @Test
    void proxiesAndTypes_areHinted() {
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(HttpSession.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(HikariDataSource.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(AbstractEvent.class))
                .accepts(hints);
    }
}
