package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Answers over TCP have a largest size. */
class HttpTransportTest {
    private static final Transport.Call CALL = new Transport.Call("GET", "/v1/locks", Map.of(), null);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void answer_withoutEnd_isRefusedAndItsConnectionClosed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HttpTransport transport = new HttpTransport("http://127.0.0.1:" + server.getLocalPort())) {
            CompletableFuture<Long> sent = CompletableFuture.supplyAsync(() -> answer(server, Long.MAX_VALUE));
            assertThatThrownBy(() -> transport.send(CALL, LIMIT).get(120, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasMessageContaining("the answer is larger than " + Transport.MAX_ANSWER_BYTES + " bytes");
            assertThat(sent.get(120, TimeUnit.SECONDS))
                    .as("what the server could send")
                    .isLessThan(4L * Transport.MAX_ANSWER_BYTES);
        }
    }

    @Test
    void answer_asLargeAsItMayBe_isRead() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HttpTransport transport = new HttpTransport("http://127.0.0.1:" + server.getLocalPort())) {
            CompletableFuture<Long> sent =
                    CompletableFuture.supplyAsync(() -> answer(server, Transport.MAX_ANSWER_BYTES));
            assertThat(transport.send(CALL, LIMIT).get(120, TimeUnit.SECONDS).body())
                    .hasSize(Transport.MAX_ANSWER_BYTES);
            assertThat(sent.get(120, TimeUnit.SECONDS)).isEqualTo(Transport.MAX_ANSWER_BYTES);
        }
    }

    /** Sends an answer of so many bytes, as long as the client takes them; the bytes that it took. */
    private static long answer(ServerSocket server, long size) {
        byte[] some = new byte[1 << 16];
        Arrays.fill(some, (byte) 'x');
        long sent = 0;
        try (Socket socket = server.accept()) {
            socket.getInputStream().readNBytes(10);
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (; sent < size; sent += some.length) {
                out.write(some);
            }
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            return sent; // the client has closed the connection
        }
        return sent;
    }
}
