package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Refusal;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Locks and refusals as servers of this version and of earlier ones write them. */
class LockJsonReaderTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({"held, HELD", "queue, QUEUE", "queue-full, QUEUE_FULL", "line, QUEUE", "line-full, QUEUE_FULL"})
    void refusal_alsoOfAnEarlierServer_isRead(String why, Refusal.Reason reason) {
        JsonReply json = JsonReply.parse("{\"resource\":\"a\",\"why\":\"" + why + "\",\"holders\":[]}");
        assertThat(LockJsonReader.refusal(json, Instant.EPOCH).reason()).isEqualTo(reason);
    }
}
