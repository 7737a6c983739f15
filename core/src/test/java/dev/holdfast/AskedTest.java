package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.Requests.Asked;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AskedTest {
    private static String refused(NotAsked why, @Nullable Instant retryAt) {
        return new Asked(Receipt.create("r"), List.of(), why, retryAt, 0).sentence(ZoneOffset.UTC);
    }

    @Test
    void tooMany_saysWhenToAskAgain() {
        assertThat(refused(NotAsked.TOO_MANY, null))
                .isEqualTo("Too many have asked for r already: ask again when one of them has an answer.");
        assertThat(refused(NotAsked.TOO_MANY, Instant.parse("2026-03-01T12:30:00Z")))
                .startsWith("Too many have asked for r already: ask again from ")
                .endsWith(" on.");
    }
}
