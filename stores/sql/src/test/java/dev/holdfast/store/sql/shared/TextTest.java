package dev.holdfast.store.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextTest {
    private static final char[] UNITS = {
        0, 1, ' ', '\'', '%', 'A', 'a', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
        0xE000, 0xFFFD, 0xFFFF
    };
    private final Random random = new Random(17);

    @Test
    void bytes_ofAnyText_readBackAsThatText() {
        for (int i = 0; i < 5_000; i++) {
            String text = text();
            assertThat(Text.of(Text.bytes(text))).isEqualTo(text);
        }
    }

    @Test
    void bytes_ofAnyTwoTexts_sortAsTheTextsDo() {
        for (int i = 0; i < 20_000; i++) {
            String one = text();
            String other = text();
            int byBytes = Arrays.compareUnsigned(Text.bytes(one), Text.bytes(other));
            assertThat(Integer.signum(byBytes))
                    .as("%s and %s", one, other)
                    .isEqualTo(Integer.signum(one.compareTo(other)));
        }
    }

    @Test
    void end_ofAnyPrefix_partsThoseWithItFromThoseAfter() {
        for (int i = 0; i < 20_000; i++) {
            String prefix = text();
            String other = text();
            boolean inRange = Arrays.compareUnsigned(Text.bytes(other), Text.bytes(prefix)) >= 0
                    && Arrays.compareUnsigned(Text.bytes(other), Text.end(prefix)) < 0;
            assertThat(inRange).as("%s and %s", prefix, other).isEqualTo(other.startsWith(prefix));
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(UNITS[random.nextInt(UNITS.length)]);
        }
        return text.toString();
    }

    @Test
    void plain_isTheTextItself_butForWhatDatabasesCannotKeep() {
        assertThat(Text.plain("Größe, 大きさ, \uD83D\uDD12")).isEqualTo("Größe, 大きさ, \uD83D\uDD12");
        assertThat(Text.plain("a\u0000b")).isEqualTo("a\u00010000b");
        assertThat(Text.plain("\u0001")).isEqualTo("\u00010001");
        assertThat(Text.plain("\uD83D")).isEqualTo("\u0001d83d");
        assertThat(Text.plain("\uDD12x")).isEqualTo("\u0001dd12x");
    }

    @Test
    void next_isTheLeastThatIsGreater() {
        assertThat(Text.next("a")).isEqualTo(new byte[] {'a', 0});
    }
}
