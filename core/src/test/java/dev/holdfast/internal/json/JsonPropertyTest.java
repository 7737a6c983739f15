package dev.holdfast.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The reader and writer against Jackson, over documents whole and broken. */
final class JsonPropertyTest {
    private static final JsonMapper JACKSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Json.MAX_DEPTH)
                            .maxNumberLength(10_000)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Property(tries = 500)
    void writtenValues_areReadBack(@ForAll("values") Object value) {
        assertThat(Json.read(Json.write(value))).isEqualTo(value);
        assertThat(Json.read(Json.writePretty(value))).isEqualTo(value);
        assertThat(Json.write(Json.read(Json.writePretty(value)))).isEqualTo(Json.write(value));
    }

    @Property(tries = 500)
    void writtenValues_areReadByJackson(@ForAll("values") Object value) {
        assertSame(
                Json.read(Json.write(value)), jackson(Json.writePretty(value)).orElseThrow());
    }

    @Property(tries = 1500)
    void brokenDocuments_areRefusedWhereJacksonRefuses(@ForAll("mutants") String text) {
        assertAgrees(text);
    }

    @Property(tries = 1500)
    void soupOfTokens_isRefusedWhereJacksonRefuses(@ForAll("soup") String text) {
        assertAgrees(text);
    }

    @Property(tries = 500)
    void anyText_isReadOrRefused(@ForAll String text) {
        mine(text);
    }

    @Provide
    Arbitrary<Object> values() {
        return values(4);
    }

    @Provide
    Arbitrary<String> mutants() {
        Arbitrary<String> documents = values().map(Json::writePretty);
        Arbitrary<String> insertions = Arbitraries.of(
                "", ",", ":", "[", "]", "{", "}", "\"", "\\", "-", "0", "1", ".", "e", "+", " ", "\n", "\u0001", "t");
        return documents.flatMap(text -> Arbitraries.integers()
                .between(0, text.length())
                .flatMap(from -> Arbitraries.integers()
                        .between(from, Math.min(text.length(), from + 2))
                        .flatMap(to -> insertions.map(
                                insertion -> text.substring(0, from) + insertion + text.substring(to)))));
    }

    @Provide
    Arbitrary<String> soup() {
        return Arbitraries.of(
                        "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"", "\\u00", "\\n", "true", "null", "0", "1",
                        "-", ".", "e", "E+", " ", "\n", "\t")
                .list()
                .ofMaxSize(8)
                .map(tokens -> String.join("", tokens));
    }

    private static Arbitrary<Object> values(int depth) {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(12).asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.of("-0", "1.0", "1e5", "0.1", "-2.50E-3", "9223372036854775808")
                        .map(RawNumber::new)
                        .asGeneric());
        Arbitrary<Object> nullable = leaves.injectNull(0.1);
        if (depth == 0) {
            return nullable;
        }
        Arbitrary<Object> deeper = values(depth - 1);
        return Arbitraries.frequencyOf(
                Tuple.of(3, nullable),
                Tuple.of(1, deeper.list().ofMaxSize(3).asGeneric()),
                Tuple.of(
                        1,
                        Arbitraries.maps(Arbitraries.strings().ofMaxLength(5), deeper)
                                .ofMaxSize(3)
                                .asGeneric()));
    }

    private static void assertAgrees(String text) {
        Optional<JsonNode> expected = jackson(text);
        Optional<Object[]> actual = mine(text);
        assertThat(actual.isPresent()).as(text).isEqualTo(expected.isPresent());
        expected.ifPresent(node -> assertSame(actual.orElseThrow()[0], node));
    }

    // In an array, because the document may be null.
    private static Optional<Object[]> mine(String text) {
        try {
            return Optional.of(new Object[] {Json.read(text)});
        } catch (JsonException e) {
            assertThat(e.offset()).isBetween(0, text.length());
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> jackson(String text) {
        try {
            JsonNode node = JACKSON.readTree(text);
            return node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static void assertSame(Object mine, JsonNode theirs) {
        if (mine instanceof Map<?, ?> members) {
            assertThat(theirs.isObject()).isTrue();
            assertThat(List.copyOf(members.keySet())).isEqualTo(names(theirs));
            members.forEach((name, value) -> assertSame(value, theirs.get((String) name)));
        } else if (mine instanceof List<?> elements) {
            assertThat(theirs.isArray()).isTrue();
            assertThat(elements).hasSize(theirs.size());
            for (int i = 0; i < elements.size(); i++) {
                assertSame(elements.get(i), theirs.get(i));
            }
        } else if (mine instanceof Number number) {
            if (theirs.isIntegralNumber()) {
                assertThat(new BigInteger(number.toString())).isEqualTo(theirs.bigIntegerValue());
            } else {
                assertThat(number.doubleValue()).isEqualTo(theirs.doubleValue());
            }
        } else if (mine instanceof String text) {
            assertThat(theirs.isTextual()).isTrue();
            assertThat(text).isEqualTo(theirs.textValue());
        } else if (mine instanceof Boolean flag) {
            assertThat(theirs.isBoolean()).isTrue();
            assertThat(flag).isEqualTo(theirs.booleanValue());
        } else {
            assertThat(theirs.isNull()).isTrue();
        }
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> each = node.fieldNames(); each.hasNext(); ) {
            names.add(each.next());
        }
        return names;
    }
}
