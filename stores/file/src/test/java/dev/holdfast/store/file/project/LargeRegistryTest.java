package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.store.file.sidecar.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LargeRegistryTest {
    private static final Instant TIME = Instant.parse("2025-11-22T10:30:00Z");

    private final List<String> warnings = new ArrayList<>();

    @Test
    @Timeout(180)
    void replace_fiftyThousandEntriesInTenMegabytes_works(@TempDir Path folder) throws IOException {
        Path path = folder.resolve(RegistryFile.NAME);
        Files.writeString(path, entries(50_000));
        assertThat(Files.size(path)).isBetween(10_000_000L, (long) Sight.MAX_BYTES);
        RegistryFile file = open(folder);

        assertThat(file.replace(LargeRegistryTest::addOurs, () -> Registry.EMPTY))
                .isTrue();

        Registry after = file.look(() -> Registry.EMPTY);
        assertThat(after.resources()).hasSize(50_001);
        assertThat(file.look(() -> Registry.EMPTY)).isSameAs(after);
        assertThat(open(folder).look(() -> Registry.EMPTY).resources()).hasSize(50_001);
        assertThat(warnings).isEmpty();
    }

    @Test
    @Timeout(180)
    void store_fiftyThousandLocksOfOthers_listsAndFindsThem(@TempDir Path project) throws IOException {
        Path folder = Files.createDirectory(project.resolve(".locks"));
        Files.writeString(folder.resolve(RegistryFile.NAME), entries(50_000));
        try (LockStore store = new RegistryStoreProvider().open("file:" + folder, InstantSource.system())) {
            assertThat(store.query(Query.all(Kind.LOCK).prefix("Chapter_1")).entries())
                    .hasSize(1000);
            assertThat(store.query(Query.all(Kind.LOCK).owner("CLI-49999")).entries())
                    .isEmpty();
            assertThat(store.read(List.of(Key.lock("Chapter_49999"))).entries()).hasSize(1);
            assertThat(store.query(Query.all(Kind.LOCK).owner("CLI-49999")).entries())
                    .hasSize(1);
        }
    }

    @Test
    @Timeout(180)
    void with_allEntriesRemovedAtOnce_isOnePass() {
        Registry registry = Registry.read(entries(50_000), TIME);
        List<Edit> edits = registry.resources().stream()
                .map(resource -> new Edit(resource, registry.entries(resource), List.of()))
                .toList();

        assertThat(registry.with(edits).resources()).isEmpty();
    }

    @Test
    void replace_tooLargeByOurEntry_isRefused(@TempDir Path folder) throws IOException {
        String text = "{\"locks\":[],\"x\":\"" + "x".repeat(Sight.MAX_BYTES - 40) + "\"}";
        Files.writeString(folder.resolve(RegistryFile.NAME), text);

        assertThatThrownBy(() -> open(folder).replace(LargeRegistryTest::addOurs, () -> Registry.EMPTY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("clear");
        assertThat(folder.resolve(RegistryFile.NAME)).hasSize(text.length());
    }

    private RegistryFile open(Path folder) {
        return new RegistryFile(
                folder,
                folder.resolve("scratch"),
                Disk.REAL,
                () -> {},
                new Backup(Disk.REAL, InstantSource.fixed(TIME)),
                warnings::add);
    }

    private static String entries(int count) {
        StringBuilder text = new StringBuilder("{\"locks\":[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"resource\":\"Chapter_")
                    .append(i)
                    .append("\",\"timestamp\":\"")
                    .append(TIME.minus(Duration.ofSeconds(i)))
                    .append("\",\"instance\":\"CLI-")
                    .append(i)
                    .append("\",\"comment\":\"")
                    .append("x".repeat(110))
                    .append("\"}");
        }
        return text.append("]}").toString();
    }

    private static Registry addOurs(Registry registry) {
        RegistryEntry ours = RegistryEntry.of("ours", Holds.of("CLI-9", TIME, TIME));
        return registry.with(List.of(new Edit("ours", registry.entries("ours"), List.of(ours))));
    }
}
