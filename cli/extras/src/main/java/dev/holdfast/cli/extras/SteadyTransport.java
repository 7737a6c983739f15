package dev.holdfast.cli.extras;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/**
 * A transport that sends an answer again while another thread is sending one. The SDK gives up after a tenth of a second, and
 * the assistant would wait for the answer for ever.
 */
record SteadyTransport(McpServerTransport transport) implements McpServerTransport {
    private static final Retry WHILE_BUSY =
            Retry.fixedDelay(600, Duration.ofMillis(100)).filter(SteadyTransport::isBusy);

    /** Returns a provider that wraps each of its transports. */
    static McpServerTransportProvider of(McpServerTransportProvider plain) {
        return new McpServerTransportProvider() {
            @Override
            public void setSessionFactory(McpServerSession.Factory sessions) {
                plain.setSessionFactory(transport -> sessions.create(new SteadyTransport(transport)));
            }

            @Override
            public Mono<Void> notifyClients(String method, Object parameters) {
                return plain.notifyClients(method, parameters);
            }

            @Override
            public Mono<Void> closeGracefully() {
                return plain.closeGracefully();
            }

            @Override
            public List<String> protocolVersions() {
                return plain.protocolVersions();
            }
        };
    }

    private static boolean isBusy(Throwable failure) {
        return failure.getCause() instanceof Sinks.EmissionException refused
                && refused.getReason() == Sinks.EmitResult.FAIL_NON_SERIALIZED;
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return transport.sendMessage(message).retryWhen(WHILE_BUSY);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return transport.unmarshalFrom(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return transport.closeGracefully();
    }

    @Override
    public void close() {
        transport.close();
    }

    @Override
    public List<String> protocolVersions() {
        return transport.protocolVersions();
    }
}
