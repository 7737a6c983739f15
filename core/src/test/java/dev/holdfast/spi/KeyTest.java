package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.Key.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyTest {
    /** A kind may be renamed. The names of records that stores have stay, and so does their order. */
    @Test
    void kinds_areStoredUnderTheNamesTheyAlwaysHad() {
        assertThat(Stream.of(Kind.values()).map(Kind::stored))
                .containsExactly("LOCK", "SLOT", "PACE", "OWNER_ENDED", "ENDING", "DRAFT", "PASS", "REQUEST", "SERVER");
        assertThat(Kind.values()).allMatch(kind -> Kind.ofStored(kind.stored()) == kind);
    }

    @Test
    void kind_thatWasNeverStored_isRefused() {
        assertThatThrownBy(() -> Kind.ofStored("COOLDOWN"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no kind of record 'COOLDOWN'.");
    }
}
