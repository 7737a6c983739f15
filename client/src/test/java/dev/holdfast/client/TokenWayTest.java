package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.NotPermittedException;
import dev.holdfast.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A token goes to the server that it is for, where no one else can read it, and nowhere else. */
@Timeout(120)
class TokenWayTest {
    private static LockManager asking(String address, Supplier<@Nullable String> token) {
        return HoldfastClient.open(address, token, ManagerOptions.DEFAULT);
    }

    @Test
    void plainHttpBeyondThisMachine_isNotEvenConnectedTo() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress("0.0.0.0", 0)).configureBlocking(false);
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            try (LockManager locks = asking("http://0.0.0.0:" + port, () -> "hf_secret")) {
                assertThatThrownBy(() -> locks.list(""))
                        .isInstanceOf(NotPermittedException.class)
                        .hasMessageContaining("https://")
                        .hasMessageNotContaining("hf_secret");
                assertThatThrownBy(() -> locks.listen("", view -> {})).isInstanceOf(NotPermittedException.class);
                assertThatThrownBy(() -> locks.acquire("r")).isInstanceOf(NotPermittedException.class);
            }
            assertThat(listening.accept()).as("a connection").isNull();
        }
    }

    @Test
    void redirect_isNotFollowed() throws IOException {
        List<String> told = new CopyOnWriteArrayList<>();
        HttpServer elsewhere = answering(told, 200, "");
        String there = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/v1/locks";
        HttpServer server = answering(told, 307, there);
        try (LockManager locks = asking(address(server), () -> "hf_secret")) {
            assertThatThrownBy(() -> locks.list("")).isInstanceOf(StoreException.class);
            assertThat(told).containsExactly(server.getAddress().getPort() + " Bearer hf_secret");
        } finally {
            server.stop(0);
            elsewhere.stop(0);
        }
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Notes the port and the token of each request. */
    private static HttpServer answering(List<String> told, int status, String location) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            told.add(server.getAddress().getPort() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().add("Location", location);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
