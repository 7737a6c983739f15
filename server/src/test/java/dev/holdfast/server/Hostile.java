package dev.holdfast.server;

import dev.holdfast.Draft;
import dev.holdfast.check.Extent;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.json.Json;
import dev.holdfast.server.Http.Told;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A signed-in caller that takes all it can get. Each method goes on until it is over. */
final class Hostile {
    private static final long PAUSE_MILLIS = Extent.of(2_000, 1_000);
    private static final byte[] NOTHING = {};

    private final Http http;
    private final URI address;
    private final String token;
    private final @Nullable SSLContext trust;
    private final AtomicBoolean over;
    private final AtomicInteger served;
    private final AtomicInteger refused;
    private final AtomicInteger number = new AtomicInteger();

    /** @param trust for a server that speaks TLS, else null */
    Hostile(
            String address,
            String token,
            @Nullable SSLContext trust,
            AtomicBoolean over,
            AtomicInteger served,
            AtomicInteger refused) {
        Http plain = new Http(address).as(token);
        this.http = trust == null ? plain : plain.trusting(trust);
        this.trust = trust;
        this.address = URI.create(address);
        this.token = token;
        this.over = over;
        this.served = served;
        this.refused = refused;
    }

    /** Returns all that it does, each for a thread of its own. */
    List<Runnable> deeds() {
        return List.of(
                this::largestRequests,
                this::manyReceipts,
                this::drafts,
                this::lists,
                this::waits,
                this::streamsThatAreNotRead,
                this::answersThatAreNotRead,
                this::silentConnections,
                this::dribblingConnections,
                this::bodiesThatStop);
    }

    private interface Deed {
        void run() throws IOException, InterruptedException;
    }

    private void again(Deed deed) {
        while (!over.get()) {
            try {
                deed.run();
            } catch (IOException e) {
                refused.incrementAndGet(); // let go, as it should be
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private Told ask(String path, String body) throws IOException, InterruptedException {
        Told told = body.isEmpty() ? http.get(path) : http.post(path, body);
        (told.status() < 300 ? served : refused).incrementAndGet();
        // Full quotas and slow clients are what is tested, not how fast two processors are.
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        return told;
    }

    /** Takes as many names at a time as there may be, until the quota is full; then lets go of all. */
    private void largestRequests() {
        again(() -> {
            String owner = token.substring(5, 12) + number.incrementAndGet();
            Told told = ask("/v1/locks", HostileLoadTest.largest(owner));
            if (told.status() == 429) {
                for (int i = 0; i <= number.get(); i++) {
                    http.delete("/v1/owners/" + token.substring(5, 12) + i + "/holds");
                }
            }
        });
    }

    private void manyReceipts() {
        List<String> receipts = new ArrayList<>();
        for (int i = 0; i < Bounds.RECEIPTS; i++) {
            receipts.add("0".repeat(32) + ".r" + i + "x".repeat(400));
        }
        String body = Json.write(Map.of("receipts", receipts));
        again(() -> ask(number.incrementAndGet() % 2 == 0 ? "/v1/heartbeats" : "/v1/looks", body));
    }

    private void drafts() {
        String content = "d".repeat(Draft.Edit.MAX_BYTES);
        again(() -> {
            int revision = number.incrementAndGet();
            Told taken = ask("/v1/locks", Http.taking("draft-" + token.substring(5, 12) + revision % 200, "me", ""));
            if (taken.status() == 201) {
                Object receipt = taken.first("holds").get("receipt");
                ask(
                        "/v1/holds/" + receipt + "/heartbeat",
                        Json.write(Map.of("draft", Map.of("revision", (long) revision, "content", content))));
                http.delete("/v1/holds/" + receipt);
            }
        });
    }

    private void lists() {
        again(() -> {
            ask("/v1/locks?limit=10000", "");
            ask("/v1/history?limit=10000", "");
        });
    }

    /** Has more requests wait than it may, each on a connection of its own. */
    private void waits() {
        String body = Http.taking("contended", "w", ",\"wait\":\"1h\"");
        sockets(
                50,
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private void streamsThatAreNotRead() {
        sockets(120, get("/v1/events"));
    }

    private void answersThatAreNotRead() {
        sockets(40, get("/v1/locks?limit=10000"));
    }

    /** Connects and says nothing; over TLS, not even the first byte of a handshake. */
    private void silentConnections() {
        sockets(100, this::connected, NOTHING, NOTHING);
    }

    /** Sends, byte by byte, headers or a handshake without an end. */
    private void dribblingConnections() {
        byte[] begin = trust == null ? ascii("GET /health HTTP/1.1\r\nX: ") : new byte[] {22, 3, 1, 1, 0};
        sockets(50, this::connected, begin, new byte[] {1});
    }

    private void bodiesThatStop() {
        String body = "{\"note\":\"" + "x".repeat(1_000_000);
        sockets(
                20,
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n" + body);
    }

    private String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n";
    }

    private Socket connected() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), address.getPort());
    }

    /** Returns a connection that is ready for a request. */
    private Socket ready() throws IOException {
        Socket socket = connected();
        if (trust == null) {
            return socket;
        }
        socket.setSoTimeout(60_000);
        SSLSocket secure =
                (SSLSocket) trust.getSocketFactory().createSocket(socket, "localhost", address.getPort(), true);
        secure.startHandshake();
        return secure;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void sockets(int count, String text) {
        sockets(count, this::ready, ascii(text), NOTHING);
    }

    /** Makes a connection. */
    private interface Door {
        Socket open() throws IOException;
    }

    /**
     * Keeps so many connections that read nothing, and replaces the oldest by a new one every second.
     *
     * @param begin what each sends first
     * @param drop what each sends again and again
     */
    private void sockets(int count, Door door, byte[] begin, byte[] drop) {
        Deque<Socket> open = new ArrayDeque<>();
        try {
            again(() -> {
                if (open.size() == count) {
                    close(open.remove());
                }
                Socket socket = door.open();
                open.add(socket);
                socket.getOutputStream().write(begin);
                TimeUnit.MILLISECONDS.sleep(open.size() == count ? PAUSE_MILLIS : 10);
                if (drop.length > 0) {
                    open.removeIf(one -> !sent(one, drop));
                }
            });
        } finally {
            open.forEach(Hostile::close);
        }
    }

    /** Sends bytes, and closes a connection that the server has closed. */
    private static boolean sent(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            close(socket);
            return false;
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            return; // closed all the same
        }
    }
}
