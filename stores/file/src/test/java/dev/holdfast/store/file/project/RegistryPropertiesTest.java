package dev.holdfast.store.file.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever others put into the registry survives what we do to it. */
class RegistryPropertiesTest {
    private static final Instant TIME = Instant.parse("2025-11-22T10:30:00Z");

    @Property(tries = 300)
    void with_arbitraryDocument_changesNothingButOurEntry(@ForAll("documents") Map<String, Object> document) {
        Registry before = Registry.read(Json.write(document), TIME);
        RegistryEntry ours = RegistryEntry.of("ours", Holds.of("CLI-1", TIME, TIME));

        Registry held = reread(before.with(List.of(new Edit("ours", before.entries("ours"), List.of(ours)))));
        Registry released = reread(held.with(List.of(new Edit("ours", held.entries("ours"), List.of()))));

        assertThat(held.entries("ours")).singleElement().matches(ours::sameAs);
        assertThat(Json.read(released.write())).isEqualTo(document);
        assertThat(order(released.write())).isEqualTo(order(Json.write(document)));
    }

    @Property(tries = 300)
    void showing_entryWithUnknownFields_keepsThem(@ForAll("objects") Map<String, Object> extra) {
        Map<String, Object> fields = new LinkedHashMap<>(extra);
        fields.put("resource", "A");
        fields.put("instance", "CLI-1");
        Registry registry = Registry.read(Json.write(Map.of("locks", List.of(fields))), TIME);

        RegistryEntry next = registry.counting("A").get(0).showing(Holds.of("CLI-1", TIME, TIME.plusSeconds(900)));

        List<String> ours = List.of("resource", "timestamp", "instance", "since", "hold", "mode", "note");
        Map<String, Object> unknown = new LinkedHashMap<>(extra);
        unknown.keySet().removeAll(ours);
        assertThat(next.fields()).containsAllEntriesOf(unknown);
    }

    private static Registry reread(Registry registry) {
        return Registry.read(registry.write(), TIME);
    }

    /** The text without blanks: equal trees may still differ in the order of their members. */
    private static String order(String text) {
        return Json.write(Json.read(text));
    }

    @Provide
    Arbitrary<Map<String, Object>> documents() {
        return objects()
                .flatMap(top -> entries().list().ofMaxSize(8).map(list -> {
                    Map<String, Object> document = new LinkedHashMap<>(top);
                    document.put("locks", new ArrayList<>(list));
                    return document;
                }));
    }

    private Arbitrary<Object> entries() {
        Arbitrary<Object> locks = objects()
                .flatMap(extra -> Arbitraries.of("A", "B", "Bücher", "")
                        .flatMap(resource -> values().map(time -> {
                            Map<String, Object> fields = new LinkedHashMap<>(extra);
                            fields.put("resource", resource);
                            fields.put("timestamp", time);
                            return fields;
                        })));
        return Arbitraries.oneOf(locks, values());
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        return Arbitraries.maps(names(), values()).ofMaxSize(4).map(LinkedHashMap::new);
    }

    private Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(6), Arbitraries.of("timestamp", "instance", "since", "hold", "mode"));
    }

    private Arbitrary<Object> values() {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(10),
                Arbitraries.longs(),
                Arbitraries.of(true, false),
                Arbitraries.just("x").injectNull(1));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> scalars.list().ofMaxSize(3).map(list -> (Object) list),
                () -> Arbitraries.maps(Arbitraries.strings().ofMaxLength(3), scalars)
                        .ofMaxSize(3)
                        .map(map -> (Object) map));
    }
}
