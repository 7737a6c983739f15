package dev.holdfast.server;

import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.DraftText;
import dev.holdfast.server.Http.Told;
import dev.holdfast.store.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A signed-in caller that takes all it can get. Each method goes on until it is over. */
final class Hostile {
    private static final long PAUSE_MILLIS = 250;

    private final Http http;
    private final URI address;
    private final String token;
    private final AtomicBoolean over;
    private final AtomicInteger served;
    private final AtomicInteger refused;
    private final AtomicInteger number = new AtomicInteger();

    Hostile(String address, String token, AtomicBoolean over, AtomicInteger served, AtomicInteger refused) {
        this.http = new Http(address).as(token);
        this.address = URI.create(address);
        this.token = token;
        this.over = over;
        this.served = served;
        this.refused = refused;
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
    void largestRequests() {
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

    void manyReceipts() {
        List<String> receipts = new ArrayList<>();
        for (int i = 0; i < Bounds.RECEIPTS; i++) {
            receipts.add("0".repeat(32) + ".r" + i + "x".repeat(400));
        }
        String body = Json.write(Map.of("receipts", receipts));
        again(() -> ask(number.incrementAndGet() % 2 == 0 ? "/v1/heartbeats" : "/v1/looks", body));
    }

    void drafts() {
        String content = "d".repeat(DraftText.MOST_BYTES);
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

    void lists() {
        again(() -> {
            ask("/v1/locks?limit=10000", "");
            ask("/v1/history?limit=10000", "");
        });
    }

    /** Has more requests wait than it may, each on a connection of its own. */
    void waits() {
        String body = Http.taking("contended", "w", ",\"wait\":\"1h\"");
        sockets(
                50,
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    void streamsThatAreNotRead() {
        sockets(120, get("/v1/events"));
    }

    void answersThatAreNotRead() {
        sockets(40, get("/v1/locks?limit=10000"));
    }

    void silentConnections() {
        sockets(100, "");
    }

    void bodiesThatStop() {
        String body = "{\"note\":\"" + "x".repeat(1_000_000);
        sockets(
                20,
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n" + body);
    }

    private String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n";
    }

    /** Keeps so many connections that send this and then nothing more, and read nothing. Those that are closed are replaced. */
    private void sockets(int count, String text) {
        List<Socket> open = new ArrayList<>();
        try {
            again(() -> {
                if (open.size() == count) {
                    open.remove(0).close();
                }
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
                open.add(socket);
                socket.setSoTimeout(1_000);
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                TimeUnit.MILLISECONDS.sleep(open.size() == count ? 1_000 : 10);
            });
        } finally {
            for (Socket socket : open) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // closed all the same
                }
            }
        }
    }
}
