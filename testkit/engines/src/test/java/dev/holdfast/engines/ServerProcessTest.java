package dev.holdfast.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server counts as started when it, and no other process, listens on all its ports. */
class ServerProcessTest {
    @TempDir
    private Path folder;

    @Test
    void restart_whileAnotherProgramListensOnThePort_isReported() throws IOException {
        try (RedisServer server = RedisServer.start(folder)) {
            server.kill();
            try (ServerSocket other = listenOn(server.port())) {
                assertThatThrownBy(server::restart)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("Another process listens on port " + other.getLocalPort())
                        .hasMessageContaining(
                                "end that process: " + ProcessHandle.current().pid());
            }
            server.restart();
            // It listens before it says so.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(server.said()).contains("Ready to accept connections"));
        }
    }

    @Test
    void listening_ofAServerThatEnded_isReportedThoughAnotherProgramAnswers() throws IOException {
        int port = Ports.free();
        ServerProcess server = ServerProcess.start(List.of("sh", "-c", "echo no; exit 3"), log(), List.of(port));
        try (ServerSocket other = listenOn(port)) {
            assertThat(other.isBound()).isTrue();
            Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> !server.runs());
            assertThatThrownBy(server::listening)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("ended with code 3", "no");
        }
    }

    @Test
    void kill_inAnInterruptedThread_stillWaitsForTheEnd() {
        try (RedisServer server = RedisServer.start(folder)) {
            Thread.currentThread().interrupt();
            server.kill();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.process().runs()).isFalse();
        }
    }

    @Test
    void listening_waitsForEveryPort() throws Exception {
        int first = Ports.free();
        int second = Ports.free();
        ServerProcess server = ServerProcess.start(List.of("sleep", "600"), log(), List.of(first, second));
        try (ServerSocket one = listenOn(first)) {
            CompletableFuture<ServerProcess> ready = CompletableFuture.supplyAsync(server::listening);
            one.accept().close();
            try (ServerSocket two = listenOn(second)) {
                two.setSoTimeout(90_000);
                two.accept().close();
                assertThat(ready.get(90, TimeUnit.SECONDS)).isSameAs(server);
            }
        } finally {
            server.end();
        }
    }

    private Path log() {
        return folder.resolve("log");
    }

    private static ServerSocket listenOn(int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(90_000);
        return socket;
    }
}
