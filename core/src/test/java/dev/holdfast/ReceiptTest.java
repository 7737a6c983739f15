package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {

    @Test
    void text_isReadBack() {
        Receipt receipt = Receipt.create("scene/9/character/4");
        Receipt read = Receipt.parse(receipt.text());
        assertThat(read).isEqualTo(receipt).hasSameHashCodeAs(receipt);
        assertThat(read.holdId()).isEqualTo(receipt.holdId());
    }

    @Test
    void text_canBePartOfAUrlAsItIs() {
        for (String name : List.of("a", "scene/9/character/4", "Akte 12?#%&+=", "注/é")) {
            Receipt receipt = Receipt.create(name);
            assertThat(receipt.text()).matches("[A-Za-z0-9_-]+");
            assertThat(Receipt.parse(receipt.text())).isEqualTo(receipt);
        }
    }

    @Test
    void textOfAnEarlierVersion_isRead() {
        Receipt old = Receipt.parse("0123456789abcdef0123456789abcdef.scene/9");
        assertThat(old.resource()).isEqualTo("scene/9");
        assertThat(Receipt.parse(old.text())).isEqualTo(old);
        assertThat(old.holdId())
                .isEqualTo(Receipt.parse("0123456789abcdef0123456789abcdef.a").holdId());
    }

    @Test
    void secrets_areNeverRepeated() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            texts.add(Receipt.create("a").text());
        }
        assertThat(texts).hasSize(1_000);
    }

    @Test
    void toString_keepsTheSecret() {
        Receipt receipt = Receipt.create("a");
        String secret = receipt.text().substring(0, 20);
        assertThat(receipt.toString()).doesNotContain(secret);
        assertThat(receipt.holdId().toString()).isNotEqualTo(secret);
    }

    @Test
    void on_anotherResource_sharesTheHoldId() {
        Receipt receipt = Receipt.create("a");
        assertThat(receipt.on("b").holdId()).isEqualTo(receipt.holdId());
        assertThat(receipt.on("b")).isNotEqualTo(receipt);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "AAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAGE=",
                "AAAAAAAAAAAAAAAAAAAAAP__",
                "AAAAAAAAAAAAAAAAAAAAAGE.",
                "0123456789abcdef0123456789abcdef.",
                "0123456789abcdef0123456789abcdeg.a",
                "0123456789abcdef0123456789abcdef:a"
            })
    void parse_whatIsNoReceipt_isRefusedWithoutRepeatingIt(String text) {
        assertThatThrownBy(() -> Receipt.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .isNotBlank()
                .doesNotContain("0123456789abcdef", "AAAAAAAA");
    }
}
