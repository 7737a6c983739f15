package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.internal.storage.ValueStore.Head;
import dev.holdfast.internal.storage.ValueStore.Stored;
import dev.holdfast.internal.storage.ValueUpload;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The states in a store, as bytes that come and go in streams. Thread-safe. */
record States(ValueStore values, StateKeys keys, StateQuota quota, InstantSource clock) {
    /** An upload that began before that has no client any more. */
    static final Duration OLDEST_UPLOAD = Duration.ofHours(1);

    private static final int BUFFER = 64 << 10;
    private static final int TRIES = 100;

    /** A version that was received and is not visible yet. */
    record Received(ValueUpload upload, About about) {}

    /** Deletes what uploads left that a crash cut off. */
    void clean() {
        values.clean(clock.instant().minus(OLDEST_UPLOAD));
    }

    /**
     * Receives a state. Throws a {@link Problem} if it is not what the client announced.
     *
     * @param md5 as the client sent it in Base64; empty if it did not
     */
    Received receive(ValueUpload upload, String name, String user, String lock, String md5, InputStream body)
            throws IOException {
        MessageDigest weak = digest("MD5");
        MessageDigest strong = digest("SHA-256");
        StateKey key = keys.newest();
        long size = 0;
        ChunkOutput chunks = new ChunkOutput(upload);
        try (OutputStream out = key == null ? chunks : key.encrypting(chunks, bound(name, upload.id()))) {
            byte[] buffer = new byte[BUFFER];
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                weak.update(buffer, 0, count);
                strong.update(buffer, 0, count);
                out.write(buffer, 0, count);
                size += count;
            }
        }
        String sum = Base64.getEncoder().encodeToString(weak.digest());
        if (!md5.isEmpty() && !md5.strip().equals(sum)) {
            throw new Problem(
                    400,
                    "Damaged",
                    "The state was damaged on its way: its MD5 is " + sum
                            + ", not that of the header Content-MD5. Nothing" + " was changed; send it again.");
        }
        return new Received(
                upload,
                new About(
                        user,
                        lock,
                        size,
                        sum,
                        HexFormat.of().formatHex(strong.digest()),
                        key == null ? "" : key.id(),
                        ""));
    }

    /** Writes the bytes of a version. */
    void send(String name, Stored version, OutputStream out) throws IOException {
        try (InputStream in = plain(name, version)) {
            in.transferTo(out);
        }
    }

    private InputStream plain(String name, Stored version) throws IOException {
        InputStream chunks = new ChunkInput(values, version);
        String key = About.of(version.about()).key();
        return key.isEmpty() ? chunks : key(key).decrypting(chunks, bound(name, version.id()));
    }

    /** Throws a {@link Problem} if the key of a version is not known. */
    StateKey key(String id) {
        return keys.withId(id)
                .orElseThrow(() -> new Problem(
                        409,
                        "Encrypted",
                        "This version of the state is encrypted with the key " + id
                                + ", which this server does not have:"
                                + " ask its operator to name that key under former-keys."));
    }

    private static String bound(String name, String id) {
        return id + " " + name;
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JVM lacks " + algorithm + ".", e);
        }
    }

    /** Returns the current version; empty if there is none. */
    Optional<Stored> current(Head head) {
        String current = head.current();
        return current == null ? Optional.empty() : values.version(head.name(), current);
    }

    /** Returns a complete version, or throws a {@link Problem}. */
    Stored version(String name, String id) {
        return values.version(name, id)
                .orElseThrow(() -> Problem.missing("There is no such version of this state, or not any more."));
    }

    /** Keeps facts about locks with the head, whatever others do to it at the same moment. */
    void remember(Caller caller, String name, UnaryOperator<StateNote> change) {
        for (int tries = 0; tries < TRIES; tries++) {
            Head head = values.head(name);
            StateNote note = StateNote.of(head.note());
            StateNote next = change.apply(note);
            if (next.equals(note) || quota.change(caller, head, to -> values.change(to, to.current(), next.text()))) {
                return;
            }
        }
        throw busy();
    }

    /** An attempt to change a head. */
    interface Attempt<T> {
        /** Returns the result, or nothing if the head was changed meanwhile. */
        Optional<T> with(Head head);
    }

    /** Repeats an attempt with the current head until nothing comes between. */
    <T> T change(String name, Attempt<T> attempt) {
        for (int tries = 0; tries < TRIES; tries++) {
            Optional<T> result = attempt.with(values.head(name));
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw busy();
    }

    private static Problem busy() {
        return new Problem(503, "Busy", "This state is written by many at the same time: try again in a moment.")
                .header("Retry-After", "1");
    }
}
