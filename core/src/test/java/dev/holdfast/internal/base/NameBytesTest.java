package dev.holdfast.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameBytesTest {
    private static final char[] UNITS = {
        0, 1, ' ', '\'', '%', 'A', 'a', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
        0xE000, 0xFFFD, 0xFFFF
    };
    private final Random random = new Random(17);

    @Test
    void bytes_ofAnyText_readBackAsThatText() {
        for (int i = 0; i < 5_000; i++) {
            String text = text();
            assertThat(NameBytes.of(NameBytes.bytes(text))).isEqualTo(text);
        }
    }

    @Test
    void bytes_ofAnyTwoTexts_sortAsTheTextsDo() {
        for (int i = 0; i < 20_000; i++) {
            String one = text();
            String other = text();
            int byBytes = Arrays.compareUnsigned(NameBytes.bytes(one), NameBytes.bytes(other));
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
            boolean inRange = Arrays.compareUnsigned(NameBytes.bytes(other), NameBytes.bytes(prefix)) >= 0
                    && Arrays.compareUnsigned(NameBytes.bytes(other), NameBytes.end(prefix)) < 0;
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
    void of_bytesThatWereCut_isSomethingAndNoFailure() {
        byte[] whole = NameBytes.bytes("€");
        assertThat(NameBytes.of(Arrays.copyOf(whole, 2))).isEmpty();
        assertThat(NameBytes.of(Arrays.copyOf(whole, 1))).isEmpty();
    }

    @Test
    void next_isTheLeastThatIsGreater() {
        assertThat(NameBytes.next("a")).isEqualTo(new byte[] {'a', 0});
    }
}
