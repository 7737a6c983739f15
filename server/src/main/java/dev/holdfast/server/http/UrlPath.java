package dev.holdfast.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the path of a request as it was sent: an escaped slash does not separate, and dot segments have no meaning. So every
 * name can be a segment.
 */
public final class UrlPath {
    private static final int MAX_SEGMENTS = 8;

    private UrlPath() {}

    /** Returns the decoded segments of a path. Throws a {@link Problem} if they are not UTF-8. */
    static List<String> segments(String raw) {
        List<String> segments = new ArrayList<>();
        for (String segment : raw.substring(1).split("/", MAX_SEGMENTS)) {
            segments.add(decoded(segment));
        }
        return segments;
    }

    /**
     * Decodes the escapes of a part of an address. Characters other than ASCII have to be escaped: no standard defines their
     * bytes, and a name that is read as another one would look free.
     */
    public static String decoded(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) > '~') {
                throw malformed("other characters than ASCII must be written as percent escapes of their UTF-8");
            }
        }
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        byte[] from = raw.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '%') {
                int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
                int low = high < 0 ? -1 : Character.digit(from[i + 2], 16);
                if (low < 0) {
                    throw malformed("a % must be followed by two hexadecimal digits");
                }
                bytes.put((byte) (high << 4 | low));
                i += 2;
            } else {
                bytes.put(from[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw malformed("what its escapes stand for must be UTF-8");
        }
    }

    private static Problem malformed(String why) {
        return new Problem(400, "Malformed address", "The address cannot be read: " + why + ".");
    }
}
