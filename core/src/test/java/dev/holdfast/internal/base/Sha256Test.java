package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
    @Test
    void computed_knownMessage_isThePublishedHash() {
        assertThat(HexFormat.of().formatHex(Sha256.computed("abc".getBytes(US_ASCII))))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void computed_anyMessage_isTheHashOfTheJdk() throws Exception {
        MessageDigest jdk = MessageDigest.getInstance("SHA-256");
        Random random = new Random(7);
        for (int length = 0; length < 400; length++) {
            byte[] message = new byte[length];
            random.nextBytes(message);
            assertThat(Sha256.computed(message)).as("%d bytes", length).isEqualTo(jdk.digest(message));
        }
    }

    @Test
    void of_manyTimes_isAlwaysTheSame() {
        byte[] message = "the same".getBytes(US_ASCII);
        byte[] first = Sha256.of(message);
        for (int i = 0; i < 100; i++) {
            assertThat(Sha256.of(message)).isEqualTo(first).isEqualTo(Sha256.computed(message));
        }
    }
}
