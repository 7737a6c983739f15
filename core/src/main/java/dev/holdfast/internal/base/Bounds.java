package dev.holdfast.internal.base;

import java.time.Duration;

/**
 * The largest values that a caller may send, in one place for every surface: the Java interface, the server, servlets and the
 * command. The server's description ({@code openapi.json}) states the same numbers, and a test compares the two. Records may hold
 * larger values that an earlier version accepted.
 */
public final class Bounds {
    /** Bytes of the body of one request. All names, texts and receipts of a call fit into it, also as JSON with escapes. */
    public static final int BODY = 1 << 20;
    /** Resources in one request at a server. */
    public static final int NAMES = 100;
    /** Receipts in one call that renews, looks at or releases several holds at a server. */
    public static final int RECEIPTS = 1_000;
    /**
     * Bytes of the record of one resource, with all its holders and waiters, as text. With a draft and an event in the same step
     * it fits every store: ZooKeeper takes 1,000,000 bytes, etcd 1.5 MiB.
     */
    public static final int RECORD = 192 << 10;
    /** Processes that one request binds a hold to. */
    public static final int PROCESSES = 16;
    /** Characters of a note. */
    public static final int NOTE = 1_000;
    /** Characters of a lock type. */
    public static final int TYPE = 20;
    /** Characters of the reason for which a hold is taken from its holder. */
    public static final int REASON = 1_000;
    /** Characters of an owner's id or name, of a user, of an author, and of the name of the person who releases by force. */
    public static final int PERSON = 512;
    /** Characters of each text that tells a process from others: host, boot, namespace, start. */
    public static final int PROCESS_TEXT = 255;
    /** Characters of a list of names in an address. The first line of a request has at most 4,096. */
    public static final int NAMED = 4_000;
    /** Characters of a key, an id or a proof in a header, and of the id of a token. */
    public static final int HEADER = 255;
    /** Characters of a duration. */
    public static final int DURATION = 64;
    /** The longest time to live that a request may ask for. The policy's own limits end a hold earlier. */
    public static final Duration TTL = Duration.ofDays(30);
    /** A draft is deleted by the sweep when its text has not changed for so long. */
    public static final Duration DRAFT_LIFE = Duration.ofDays(30);

    private Bounds() {}

    /** Throws an {@link IllegalArgumentException} with a sentence if the text is longer than that, or hides characters. */
    public static String text(String what, String text, int most) {
        return Text.require(what, text, most);
    }

    /** Throws unless it is a lock type: a word of lower-case letters, digits and underscores, which may be empty. */
    public static void type(String type) {
        boolean plain = type.length() <= TYPE;
        for (int i = 0; plain && i < type.length(); i++) {
            char c = type.charAt(i);
            plain = c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        }
        if (!plain) {
            throw new IllegalArgumentException("A lock type has at most " + TYPE
                    + " lower-case letters, digits and underscores, such as exclusive_read.");
        }
    }

    /** Throws if there are more than that. */
    public static void count(String what, int count, int most) {
        if (count > most) {
            throw new IllegalArgumentException(what + " must be at most " + most + ", not " + count + ".");
        }
    }

    /** Throws unless it is a time to live that a request may ask for. */
    public static void ttl(Duration ttl) {
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(TTL) > 0) {
            throw new IllegalArgumentException(
                    "A time to live must be longer than zero and at most " + TTL.toDays() + " days.");
        }
    }
}
