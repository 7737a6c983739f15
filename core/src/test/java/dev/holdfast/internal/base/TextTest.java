package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which text may come in, and how the rest is shown. */
final class TextTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 9, 10, 13, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x034F, 0x061C, 0x115F, 0x180E, 0x200B, 0x200D, 0x200E,
                0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x3164, 0xD800, 0xDC00, 0xFEFF, 0xFFA0, 0xE0041,
                0x180B, 0x180F, 0x2065, 0xFE00, 0xFE0E, 0xFE0F, 0xFFF0, 0xE0100, 0xE01EF, 0xE0FFF
            })
    void hiddenCharacter_isRefused_andShownAsANumber(int c) {
        String text = "a" + Character.toString(c) + "b";
        assertThatThrownBy(() -> Text.require("A note", text, 10))
                .hasMessageStartingWith("A note must not contain")
                .hasMessageEndingWith(String.format("the one at position 2 is U+%04X.", c));
        String shown = Text.shown(text);
        assertThat(Text.firstHidden(shown)).isEqualTo(-1);
        assertThat(shown).startsWith("a").endsWith("b").hasSizeGreaterThan(2);
        assertThat(Text.shown(shown)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Chapter_03", "Zoë's notes: 50 % “done”", "章節/第三", "حالة", "❤️ 😀", "1️⃣ ‼️ ↔️ ☂️", "naïve"})
    void usualText_staysAsItIs(String text) {
        assertThat(Text.require("A note", text, 100)).isSameAs(text);
        assertThat(Text.shown(text)).isSameAs(text);
        assertThat(Text.name(text)).isEqualTo(text);
    }

    @Test
    void lines_stayLines_whereTheyMay() {
        assertThat(Text.shownLines("a\nb\u001B[2Jc")).isEqualTo("a\nb\\u001B[2Jc");
        assertThat(Text.shown("a\nb")).isEqualTo("a b");
    }

    @ParameterizedTest
    @CsvSource({
        "pаyments, true", // a Cyrillic a
        "Οmega, true", // a Greek O
        "payments, false",
        "платежи, false",
        "платежи/payments, false",
        "ω-3, false",
        "東京Tower, false"
    })
    void lookAlikes_areMarked(String name, boolean mixed) {
        assertThat(Text.isMixed(name)).isEqualTo(mixed);
        assertThat(Text.name(name)).isEqualTo(mixed ? name + " [mixed scripts]" : name);
    }
}
