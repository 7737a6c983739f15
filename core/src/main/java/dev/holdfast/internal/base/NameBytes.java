package dev.holdfast.internal.base;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as bytes that sort as {@link String#compareTo} sorts the names.
 *
 * <p>Each UTF-16 unit is written by itself in one to three bytes, as UTF-8 would write a character of that number. So a prefix
 * stays a prefix, zero and half a pair survive, and a text of the basic plane reads as UTF-8. UTF-8 itself would sort the
 * characters beyond it last.
 */
public final class NameBytes {
    private NameBytes() {}

    public static byte[] bytes(String text) {
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            length += width(text.charAt(i));
        }
        if (length == text.length()) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xC0 | (c >> 6));
                bytes[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                bytes[at++] = (byte) (0xE0 | (c >> 12));
                bytes[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                bytes[at++] = (byte) (0x80 | (c & 0x3F));
            }
        }
        return bytes;
    }

    /** Decodes a name. For bytes that were not encoded here, the result is unspecified. */
    public static String of(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            int lead = bytes[at++] & 0xFF;
            if (lead < 0x80) {
                text.append((char) lead);
            } else if (lead < 0xE0 && at < bytes.length) {
                text.append((char) (((lead & 0x1F) << 6) | (bytes[at++] & 0x3F)));
            } else if (at + 1 < bytes.length) {
                text.append((char) (((lead & 0x0F) << 12) | ((bytes[at++] & 0x3F) << 6) | (bytes[at++] & 0x3F)));
            } else {
                at = bytes.length;
            }
        }
        return text.toString();
    }

    /** Returns the least bytes that are greater than those of that very text. */
    public static byte[] next(String text) {
        return next(bytes(text));
    }

    public static byte[] next(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** Returns the least bytes that are greater than those of every text with that prefix. */
    public static byte[] end(String prefix) {
        byte[] end = bytes(prefix);
        if (end.length == 0) {
            return new byte[] {(byte) 0xFF};
        }
        end[end.length - 1]++; // no byte is 0xFF
        return end;
    }

    private static int width(char c) {
        return c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    }
}
