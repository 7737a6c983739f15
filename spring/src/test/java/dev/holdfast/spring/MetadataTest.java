package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What editors say about {@code holdfast.*} is what there is. */
class MetadataTest {
    @Test
    void metadata_namesEveryPropertyAndItsDefault() throws IOException {
        Map<String, String> told = new TreeMap<>();
        for (Object property : (List<?>) metadata().get("properties")) {
            Map<?, ?> fields = (Map<?, ?>) property;
            assertThat(fields.get("description")).asString().endsWith(".");
            told.put(
                    (String) fields.get("name"),
                    fields.containsKey("defaultValue") ? String.valueOf(fields.get("defaultValue")) : "");
        }
        Map<String, String> real = new TreeMap<>();
        collect("holdfast", HoldfastProperties.class, real);
        assertThat(told).isEqualTo(real);
    }

    static Set<String> properties() {
        Map<String, String> real = new TreeMap<>();
        collect("holdfast", HoldfastProperties.class, real);
        return real.keySet();
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> into) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(name, component.getType(), into);
                continue;
            }
            DefaultValue value = parameter(type, component.getName());
            into.put(name, value == null ? "" : String.join(",", value.value()));
        }
    }

    private static DefaultValue parameter(Class<?> type, String name) {
        for (var parameter : type.getDeclaredConstructors()[0].getParameters()) {
            if (parameter.getName().equals(name)) {
                return parameter.getAnnotation(DefaultValue.class);
            }
        }
        throw new IllegalArgumentException(name);
    }

    private static Map<?, ?> metadata() throws IOException {
        try (InputStream file =
                MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(file).isNotNull();
            return (Map<?, ?>) Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
