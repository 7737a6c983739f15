package dev.holdfast.store.sql.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void plain_isTheTextItself_butForWhatDatabasesCannotKeep() {
        assertThat(Text.plain("Größe, 大きさ, \uD83D\uDD12")).isEqualTo("Größe, 大きさ, \uD83D\uDD12");
        assertThat(Text.plain("a\u0000b")).isEqualTo("a\u00010000b");
        assertThat(Text.plain("\u0001")).isEqualTo("\u00010001");
        assertThat(Text.plain("\uD83D")).isEqualTo("\u0001d83d");
        assertThat(Text.plain("\uDD12x")).isEqualTo("\u0001dd12x");
    }
}
