package dev.holdfast.internal.auditlog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.json.Json;
import dev.holdfast.internal.json.JsonException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of an audit log: a JSON object whose first member is its number and whose last is its hash. */
public final class AuditLine {
    /** Bytes of a line at most, with its end. */
    public static final int MAX_BYTES = 64 << 10;

    private static final String HASH = ",\"hash\":\"";
    private static final String END = "\"}";
    private static final int TAIL = HASH.length() + AuditHash.NONE.length() + END.length();

    private final byte[] content;
    private final String hash;
    private final Map<String, @Nullable Object> members;

    private AuditLine(byte[] content, String hash, Map<String, @Nullable Object> members) {
        this.content = content;
        this.hash = hash;
        this.members = members;
    }

    /** Returns the content of a line: these members, after its number. */
    static byte[] content(long number, String members) {
        return ("{\"seq\":" + number + "," + members.substring(1, members.length() - 1)).getBytes(UTF_8);
    }

    /** A new line. */
    public static final class Written {
        private final byte[] bytes;
        private final String hash;

        private Written(byte[] bytes, String hash) {
            this.bytes = bytes;
            this.hash = hash;
        }

        /** Returns the line with its end. */
        public byte[] bytes() {
            return bytes.clone();
        }

        public String hash() {
            return hash;
        }
    }

    /**
     * Writes the next line, with the end of line.
     *
     * @param members a JSON object with at least one member
     */
    public static Written write(AuditHash hash, String previous, long number, String members) {
        byte[] content = content(number, members);
        String value = hash.of(previous, content);
        byte[] tail = (HASH + value + END + "\n").getBytes(UTF_8);
        byte[] line = Arrays.copyOf(content, content.length + tail.length);
        System.arraycopy(tail, 0, line, content.length, tail.length);
        return new Written(line, value);
    }

    /** Reads a line without its end; returns null if it does not have the form of one. */
    public static @Nullable AuditLine read(byte[] line) {
        int end = line.length - TAIL;
        if (end <= 0) {
            return null;
        }
        String tail = new String(line, end, TAIL, UTF_8);
        String hash = tail.length() == TAIL ? tail.substring(HASH.length(), TAIL - END.length()) : "";
        if (!tail.startsWith(HASH) || !tail.endsWith(END) || !hash.chars().allMatch(AuditLine::isDigit)) {
            return null;
        }
        try {
            Map<String, @Nullable Object> members = Json.readObject(new String(line, UTF_8));
            return members.get("seq") instanceof Long ? new AuditLine(Arrays.copyOf(line, end), hash, members) : null;
        } catch (JsonException e) {
            return null;
        }
    }

    private static boolean isDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    public String hash() {
        return hash;
    }

    /** Returns the hash that the line should have behind one with that hash. */
    public String computed(AuditHash by, String previous) {
        return by.of(previous, content);
    }

    /** Returns whether a member is true. */
    boolean flag(String member) {
        return Boolean.TRUE.equals(members.get(member));
    }

    public long number() {
        return number("seq");
    }

    /** Returns a member that is a number; -1 if there is none. */
    public long number(String member) {
        return members.get(member) instanceof Long number ? number : -1;
    }

    /** Returns a member that is text; empty if there is none. */
    public String text(String member) {
        return members.get(member) instanceof String text ? text : "";
    }
}
