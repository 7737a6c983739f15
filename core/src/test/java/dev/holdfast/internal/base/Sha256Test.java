package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {

    @Test
    void hash_isThatOfTheStandard() {
        assertThat(HexFormat.of().formatHex(Sha256.of("abc".getBytes(US_ASCII))))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void hash_afterAnother_isTheSame() {
        byte[] first = Sha256.of(new byte[200]);
        Sha256.of(new byte[1]);
        assertThat(Sha256.of(new byte[200])).isEqualTo(first);
    }
}
