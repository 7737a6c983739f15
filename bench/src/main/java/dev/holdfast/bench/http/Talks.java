package dev.holdfast.bench.http;

import dev.holdfast.Receipt;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;

/** The requests that a connection can make. */
public final class Talks {
    private static final byte[] RECEIPT = "\"receipt\":\"".getBytes(StandardCharsets.UTF_8);

    private Talks() {}

    /** Sends a JSON object of a size, and receives its echo. */
    public static Talk echo(int size) {
        String frame = "{\"text\":\"\"}";
        ByteBuffer request = post("/", frame.replace("\"\"", "\"" + "x".repeat(size - frame.length()) + "\""));
        return repeating(request, answer -> {
            answer.require(200);
            if (answer.bodyBytes() != size) {
                throw new IllegalStateException("The echo has " + answer.bodyBytes() + " bytes, not " + size + ".");
            }
        });
    }

    /** Sends one request again and again. */
    private static Talk repeating(ByteBuffer request, Consumer<Answer> check) {
        return new Talk() {
            @Override
            public ByteBuffer next() {
                return request.rewind();
            }

            @Override
            public void answered(Answer answer) {
                check.accept(answer);
            }

            @Override
            public boolean rests() {
                return true;
            }
        };
    }

    /** Acquires a lock without contention, and releases it. */
    public static Talk pair(int connection) {
        return pair(own(connection));
    }

    static Talk pair(String resource) {
        return releasing(resource, "of-" + resource, "");
    }

    /**
     * Acquires a lock that others want too, and releases it.
     *
     * @param receipts whether each request brings a receipt of its own, as those of all clients do
     */
    static Talk waitingPair(String resource, int connection, boolean receipts) {
        String receipt = receipts ? ",\"receipt\":\"" + Receipt.create(resource).text() + "\"" : "";
        return releasing(resource, "owner-" + connection, ",\"wait\":\"10m\"" + receipt);
    }

    /** @param more members of the acquire besides the resource and the owner */
    private static Talk releasing(String resource, String owner, String more) {
        return new Holding(
                resource,
                owner,
                more,
                receipt -> bare("DELETE /v1/holds/" + receipt + " HTTP/1.1\r\n", ""),
                204,
                false);
    }

    /** Acquires a lock without contention, and then renews it again and again. */
    public static Talk beat(int connection) {
        return new Holding(
                own(connection),
                "of-" + own(connection),
                "",
                receipt -> post("/v1/holds/" + receipt + "/heartbeat", "{\"active\":true}"),
                200,
                true);
    }

    /** Lists the locks of a repository as a client of Git LFS does. */
    public static Talk lfsLocks(String repository, String user, String token) {
        String both = Base64.getEncoder().encodeToString((user + ":" + token).getBytes(StandardCharsets.UTF_8));
        ByteBuffer request = bare(
                "GET /git/" + repository + "/info/lfs/locks HTTP/1.1\r\nAuthorization: Basic " + both + "\r\n", "");
        return repeating(request, answer -> answer.require(200));
    }

    private static String own(int connection) {
        return "mine-" + connection;
    }

    private static ByteBuffer post(String path, String body) {
        return bare(
                "POST " + path + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n",
                body);
    }

    static ByteBuffer get(String path) {
        return bare("GET " + path + " HTTP/1.1\r\n", "");
    }

    private static ByteBuffer bare(String head, String body) {
        byte[] bytes = (head + "Host: 127.0.0.1\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Makes a request from a receipt. */
    private interface ReceiptUse {
        ByteBuffer of(String receipt);
    }

    /** Acquires a lock, and uses its receipt: once, or for ever. */
    private static final class Holding implements Talk {
        private final String resource;
        private final ByteBuffer acquire;
        /** Where the acquire has a receipt; -1 if it has none. */
        private final int ownReceiptAt;

        private final ByteBuffer use;
        private final int receiptAt;
        private final int receiptLength;
        private final int status;
        private final boolean forEver;
        private boolean held;

        Holding(String resource, String owner, String more, ReceiptUse use, int status, boolean forEver) {
            this.resource = resource;
            this.acquire = post(
                    "/v1/locks",
                    "{\"resources\":[\"" + resource + "\"],\"owner\":{\"id\":\"" + owner + "\"}" + more + "}");
            this.ownReceiptAt = placeOf("\"receipt\":\"", acquire, 11);
            // All receipts of a resource are equally long, so the request is made once and each is written into its
            // place.
            String mark = Receipt.create(resource).text();
            this.use = use.of(mark);
            this.receiptAt = placeOf(mark, this.use, 0);
            this.receiptLength = mark.length();
            this.status = status;
            this.forEver = forEver;
        }

        /** Returns the place so many bytes behind the beginning of that text; -1 if it is not there. */
        private static int placeOf(String text, ByteBuffer bytes, int further) {
            int place = StandardCharsets.UTF_8
                    .decode(bytes.duplicate().rewind())
                    .toString()
                    .indexOf(text);
            return place < 0 ? -1 : place + further;
        }

        @Override
        public ByteBuffer next() {
            if (!held && ownReceiptAt >= 0) {
                acquire.put(ownReceiptAt, Receipt.create(resource).text().getBytes(StandardCharsets.US_ASCII));
            }
            return (held ? use : acquire).rewind();
        }

        @Override
        public void answered(Answer answer) {
            answer.require(held ? status : 201);
            if (!held) {
                answer.copyAfter(RECEIPT, use.slice(receiptAt, receiptLength));
            }
            held = !held || forEver;
        }

        @Override
        public boolean rests() {
            return forEver || !held;
        }
    }
}
