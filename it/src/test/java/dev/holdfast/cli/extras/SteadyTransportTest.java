package dev.holdfast.cli.extras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Answers of several threads at the same time. */
@Timeout(120)
class SteadyTransportTest {
    private static final McpSchema.JSONRPCMessage ANSWER = new McpSchema.JSONRPCNotification("2.0", "x", null);

    /** Refuses the first messages for that reason, as the SDK does. */
    private static final class Refusing implements McpServerTransport {
        private final List<McpSchema.JSONRPCMessage> sent = new ArrayList<>();
        private final Sinks.EmitResult why;
        private int left;

        Refusing(Sinks.EmitResult why, int times) {
            this.why = why;
            this.left = times;
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.defer(() -> {
                if (left-- > 0) {
                    return Mono.error(new RuntimeException("Failed to enqueue", new Sinks.EmissionException(why)));
                }
                sent.add(message);
                return Mono.empty();
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    @Test
    void answer_whileAnotherIsWritten_isSentAgain() {
        Refusing busy = new Refusing(Sinks.EmitResult.FAIL_NON_SERIALIZED, 3);
        new SteadyTransport(busy).sendMessage(ANSWER).block();
        assertThat(busy.sent).containsExactly(ANSWER);
    }

    @Test
    void answer_afterTheEnd_isNotSentAgain() {
        Refusing ended = new Refusing(Sinks.EmitResult.FAIL_TERMINATED, 1);
        assertThatThrownBy(() -> new SteadyTransport(ended).sendMessage(ANSWER).block())
                .hasMessageContaining("Failed to enqueue");
        assertThat(ended.sent).isEmpty();
    }
}
