package dev.holdfast.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {
    @Test
    void read_mapsEveryKindOfValue() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("text", "a\n\u00e9\uD83D\uDD12");
        expected.put("list", new ArrayList<>(Arrays.asList(1L, true, false, null)));
        expected.put("none", new LinkedHashMap<>());
        assertThat(Json.read(
                        " { \"text\": \"a\\n\\u00E9\uD83D\uDD12\",\t\"list\":[1,true,false,null],\r\n\"none\":{} } "))
                .isEqualTo(expected);
    }

    @Test
    void readThenWrite_keepsOrderAndUnknownMembers() {
        String text = "{\"z\":1,\"a\":{\"y\":[],\"b\":null},\"m\":\"\"}";
        assertThat(Json.write(Json.read(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "-0",
                "0.0",
                "1.0",
                "1e5",
                "1E+05",
                "0.10",
                "1e999999999",
                "-1e-99999999999999999999",
                "123456789012345678901234567890.5"
            })
    void numbers_areWrittenAsTheyWereRead(String number) {
        assertThat(Json.write(Json.read(number))).isEqualTo(number);
        assertThat(Json.read("[" + number + "]")).isEqualTo(List.of(Json.read(number)));
    }

    @Test
    void numbers_countAsWhatTheyAre() {
        assertThat(Json.read("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.read("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        Number big = (Number) Json.read("1e3");
        assertThat(big.longValue()).isEqualTo(1000);
        assertThat(big.intValue()).isEqualTo(1000);
        assertThat(big.floatValue()).isEqualTo(1000f);
        assertThat(((Number) Json.read("1e999999999")).doubleValue()).isInfinite();
        assertThat(((Number) Json.read("1e999999999")).longValue()).isEqualTo(Long.MAX_VALUE);
        assertThat(big).hasToString("1e3").hasSameHashCodeAs(Json.read("1e3")).isNotEqualTo(Json.read("1000"));
    }

    @Test
    @Timeout(180)
    void numberOfAMillionDigits_isCheap() {
        String number = "7".repeat(1_000_000);
        assertThat(Json.write(Json.read(number))).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\uFEFF",
                "{",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\" 1}",
                "{1:1}",
                "[1}",
                "tru",
                "TRUE",
                "nul",
                "NaN",
                "Infinity",
                "-",
                "+1",
                "01",
                "-01",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x1",
                "\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u٠٠٠٠\"",
                "\"a\nb\"",
                "\"\u0000\"",
                "1 1",
                "{} x",
                "// c\n1",
                "1\uFEFF",
                "\uFEFF\uFEFF1",
                "\u00a01",
                "\uD83D\uDD12"
            })
    void brokenText_isRefused(String text) {
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> Json.read(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1,"a":2} | the name "a" occurs twice in one object | 7
                    [1 2]         | expected ',' or ']', found "2"          | 3
                    {"a" 1}       | expected ':' after the name "a", found "1" | 5
                    [tru]         | expected a value, found "t"             | 1
                    [1            | expected ',' or ']', found the end      | 2
                    1 x           | expected the end of the text, found "x" | 2
                    """)
    void refusal_saysWhyAndWhere(String text, String reason, int offset) {
        JsonException refusal = catchThrowableOfType(JsonException.class, () -> Json.read(text));
        assertThat(refusal).hasMessage("line 1, column " + (offset + 1) + ": " + reason);
        assertThat(refusal.offset()).isEqualTo(offset);
    }

    @Test
    void refusal_countsLinesOfEveryKind() {
        JsonException refusal = catchThrowableOfType(JsonException.class, () -> Json.read("[\n1,\r\n2,\r3,\n\n  x]"));
        assertThat(refusal.line()).isEqualTo(6);
        assertThat(refusal.column()).isEqualTo(3);
        assertThat(refusal.offset()).isEqualTo(15);
    }

    @Test
    void refusal_quotesLongNamesInPart() {
        String name = "n".repeat(100_000);
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> Json.read("{\"" + name + "\":1,\"" + name + "\":2}"))
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(150));
    }

    @Test
    void depth_isLimitedBothWays() {
        String deepest = "[".repeat(64) + "]".repeat(64);
        assertThat(Json.write(Json.read(deepest))).isEqualTo(deepest);
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> Json.read("[" + deepest + "]"))
                .withMessageContaining("nested more than 64 deep");
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> Json.read("{\"a\":".repeat(1_000_000)));
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(circle));
    }

    @Test
    void byteOrderMark_isSkipped() {
        assertThat(Json.read("\uFEFF{}")).isEqualTo(Map.of());
    }

    @Test
    void loneSurrogates_surviveEscaped() {
        assertThat(Json.write(Json.read("\"\\uD83D \\uDD12\""))).isEqualTo("\"\\ud83d \\udd12\"");
        assertThat(Json.write("\uD83D\uDD12")).isEqualTo("\"\uD83D\uDD12\"");
    }

    @Test
    void write_escapesWhatItMust() {
        assertThat(Json.write("\"\\/\b\f\n\r\t\u0001\u007f")).isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\"");
    }

    @Test
    void write_takesTheNumbersOfTheJdk() {
        assertThat(Json.write(List.of(1, (short) 2, (byte) 3, 1.5, 2.5f, new BigDecimal("1E+9"))))
                .isEqualTo("[1,2,3,1.5,2.5,1E+9]");
    }

    @Test
    void write_refusesWhatJsonHasNoWordFor() {
        for (Object value : new Object[] {Double.NaN, Float.POSITIVE_INFINITY, new Object(), Map.of(1, 2), 'c'}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Json.write(List.of(value)));
        }
    }

    @Test
    void writePretty_isForPeople() {
        assertThat(Json.writePretty(Json.read("{\"locks\":[{\"resource\":\"Chapter_03\",\"n\":1}],\"e\":[],\"o\":{}}")))
                .isEqualTo("""
                        {
                          "locks": [
                            {
                              "resource": "Chapter_03",
                              "n": 1
                            }
                          ],
                          "e": [],
                          "o": {}
                        }""");
    }

    @Test
    void readObject_takesNothingElse() {
        assertThat(Json.readObject("{\"a\":null}")).containsEntry("a", null);
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> Json.readObject("[]"))
                .withMessageContaining("expected an object");
    }
}
