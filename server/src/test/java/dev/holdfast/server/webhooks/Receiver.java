package dev.holdfast.server.webhooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.internal.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A receiver on this machine that answers as the test wants. */
final class Receiver implements AutoCloseable {
    /** A call that has arrived. */
    record Call(HttpExchange exchange, String body) {
        String header(String name) {
            return String.valueOf(exchange.getRequestHeaders().getFirst(name));
        }

        String type() {
            return String.valueOf(Json.readObject(body).get("type"));
        }

        String resource() {
            return String.valueOf(data().get("resource"));
        }

        Map<?, ?> data() {
            return (Map<?, ?>) Json.readObject(body).get("data");
        }
    }

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** @param answer handles a call, and returns the status */
    Receiver(int port, Function<Call, Integer> answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                Call call = new Call(
                        exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                calls.add(call);
                exchange.sendResponseHeaders(answer.apply(call), -1);
            }
        });
        server.start();
    }

    Receiver(Function<Call, Integer> answer) throws IOException {
        this(0, answer);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?key=in-the-address");
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    List<Call> about(String resource) {
        return calls.stream().filter(call -> call.resource().equals(resource)).toList();
    }

    List<String> types(String resource) {
        return about(resource).stream().map(Call::type).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
