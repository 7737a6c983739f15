package dev.holdfast.internal.base;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The mapping of resource names to file names, for stores that keep a file or directory for each resource.
 *
 * <p>Plain names (ASCII letters and digits, {@code _}, {@code -}, and {@code .} inside) map to themselves. Every other
 * byte of the UTF-8 form becomes {@code %XX}. No two names share a file name, and none leaves its directory, starts
 * with a dot, or is one that Windows reserves; so a store may use names that start with a dot for itself.
 *
 * <p>An encoding too long for a file name becomes its beginning, {@code ~}, and the SHA-256 of the name. Such a file
 * name cannot be decoded: the record inside has to say whose it is.
 *
 * <p>Upper and lower case are kept, so on a file system that ignores case two names may still meet in one file. A store
 * finds that out by {@link #caseKey} or by the name in the record, and refuses the second.
 */
public final class FileNames {
    /** The longest suffix, in bytes, that a store may add to a file name. */
    public static final int MAX_SUFFIX = 128;

    private static final int MAX_LENGTH = 255;
    private static final int HASH_LENGTH = 64;
    private static final HexFormat ESCAPE = HexFormat.of().withUpperCase();

    // Windows finds a device behind these names in every directory, also when an extension follows.
    private static final Pattern RESERVED =
            Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private FileNames() {}

    /** Returns the file name of a resource, of at most 255 bytes. */
    public static String encode(String name) {
        return encode(name, 0);
    }

    /**
     * Returns the file name of a resource, to which the store adds a suffix of at most {@code suffix} bytes. A store always
     * gives the same number, since the file names of long resource names depend on it.
     */
    public static String encode(String name, int suffix) {
        if (suffix < 0 || suffix > MAX_SUFFIX) {
            throw new IllegalArgumentException("suffix of " + suffix + " bytes, must be 0 to " + MAX_SUFFIX);
        }
        byte[] bytes = utf8(name);
        String whole = escape(bytes);
        int limit = MAX_LENGTH - suffix;
        if (whole.length() <= limit) {
            return whole;
        }
        int cut = limit - 1 - HASH_LENGTH;
        int lastEscape = whole.lastIndexOf('%', cut - 1);
        String start = whole.substring(0, lastEscape > cut - 3 ? lastEscape : cut);
        return start + "~" + HexFormat.of().formatHex(Sha256.of(bytes));
    }

    /** Returns the resource name that {@link #encode} maps to this file name; empty if there is none, or only its hash is. */
    public static Optional<String> decode(String fileName) {
        if (fileName.isEmpty() || !US_ASCII.newEncoder().canEncode(fileName)) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < fileName.length(); i++) {
            char c = fileName.charAt(i);
            if (c == '%' && i + 2 < fileName.length() && isHex(fileName, i + 1)) {
                bytes.write(HexFormat.fromHexDigits(fileName, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        // Only what encodes to this very text was meant: everything else is some other program's file.
        String name = bytes.toString(UTF_8);
        return escape(name.getBytes(UTF_8)).equals(fileName) ? Optional.of(name) : Optional.empty();
    }

    /** Returns a text that is equal for two file names when a file system that ignores case takes them for one. */
    public static String caseKey(String fileName) {
        return fileName.toLowerCase(Locale.ROOT);
    }

    private static String escape(byte[] bytes) {
        boolean reserved = RESERVED.matcher(new String(bytes, UTF_8)).matches();
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < bytes.length; i++) {
            boolean edge = i == 0 || i == bytes.length - 1;
            if (isPlain(bytes[i], edge) && !(reserved && i == 0)) {
                escaped.append((char) bytes[i]);
            } else {
                escaped.append('%').append(ESCAPE.toHexDigits(bytes[i]));
            }
        }
        return escaped.toString();
    }

    private static boolean isPlain(byte b, boolean edge) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '_'
                || b == '-'
                || (b == '.' && !edge);
    }

    private static boolean isHex(String text, int index) {
        return HexFormat.isHexDigit(text.charAt(index)) && HexFormat.isHexDigit(text.charAt(index + 1));
    }

    private static byte[] utf8(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("an empty name has no file name");
        }
        try {
            ByteBuffer buffer = UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the name is not valid Unicode: it has half a surrogate pair", e);
        }
    }
}
