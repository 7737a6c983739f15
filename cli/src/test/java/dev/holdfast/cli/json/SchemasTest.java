package dev.holdfast.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.json.Json;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schemas can fail an answer: what they allow is all there may be. */
final class SchemasTest {
    private static final String HOLD = """
            {"resource":"a","name":"Ann","owner":"Ann","mode":"exclusive","fence":1,"since":"2026-01-02T03:04:05Z",\
            "active":"2026-01-02T03:04:05Z","seen":"2026-01-02T03:04:05Z","until":null,\
            "lease":{"absolute":null,"idle":null,"grace":"PT5M"},"note":"","processes":[],"receipt":"a:1"}""";
    private static final String GRANTED = "{\"granted\":true,\"holds\":[" + HOLD + "]}";

    private final Schemas schemas = new Schemas();

    @Test
    void goodAnswer_passes() {
        assertThat(schemas.mistakes("acquire", GRANTED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "a field too many | \"granted\":true | \"granted\":true,\"extra\":1",
                "a field too many in a part | \"fence\":1 | \"fence\":1,\"extra\":1",
                "a field missing | \"fence\":1, | ",
                "another type | \"fence\":1 | \"fence\":\"1\"",
                "a time that is none | 05Z\",\"until\" | 05\",\"until\"",
                "an unknown mode | exclusive | write"
            })
    void brokenAnswer_fails(String what, String good, @Nullable String broken) {
        assertThat(GRANTED).contains(good);
        String answer = GRANTED.replace(good, broken == null ? "" : broken);
        assertThat(schemas.mistakes("acquire", answer)).as(what).isNotEmpty();
    }

    @Test
    void everyObject_isClosed() {
        int closed = Schemas.texts().stream()
                .mapToInt(text -> closed(Json.readObject(text)))
                .sum();
        assertThat(closed).as("objects looked at").isGreaterThan(20);
    }

    /** How many parts of a schema describe an object, all of which must say that there is nothing else in it. */
    private static int closed(@Nullable Object node) {
        if (node instanceof Collection<?> items) {
            return items.stream().mapToInt(SchemasTest::closed).sum();
        }
        if (!(node instanceof Map<?, ?> map)) {
            return 0;
        }
        boolean describes = map.containsKey("required") || map.containsKey("unevaluatedProperties");
        boolean facts = map.containsValue("What there is to know of every hold."); // closed by those that include it
        if (describes && !facts) {
            assertThat(map.keySet().toString()).as(map.toString()).contains("Properties");
            assertThat(map.containsValue(false)).as(map.toString()).isTrue();
        }
        return (describes ? 1 : 0)
                + map.values().stream().mapToInt(SchemasTest::closed).sum();
    }
}
