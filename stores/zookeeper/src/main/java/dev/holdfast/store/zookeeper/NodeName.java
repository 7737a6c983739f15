package dev.holdfast.store.zookeeper;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of names of records to names of nodes. Printable ASCII maps to itself, except {@code /}, {@code %}, and a dot at
 * the beginning; every other UTF-16 unit becomes {@code %XX} or {@code %uXXXX}. The empty name is {@code %}. No two names share
 * a node, and every node's name can be read back, however long it is.
 */
final class NodeName {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private NodeName() {}

    static String encode(String name) {
        if (isPlain(name)) {
            return name;
        }
        if (name.isEmpty()) {
            return "%";
        }
        StringBuilder encoded = new StringBuilder(name.length() + 16);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isPlain(c, i)) {
                encoded.append(c);
            } else if (c < 0x100) {
                encoded.append('%').append(HEX.toHexDigits((byte) c));
            } else {
                encoded.append("%u").append(HEX.toHexDigits((short) c));
            }
        }
        return encoded.toString();
    }

    /** Returns the name that is mapped to this node; null if none is, since the node belongs to another program. */
    static @Nullable String decode(String node) {
        if (isPlain(node)) {
            return node;
        }
        StringBuilder decoded = new StringBuilder(node.length());
        try {
            for (int i = 0; i < node.length() && !node.equals("%"); i++) {
                if (node.charAt(i) != '%') {
                    decoded.append(node.charAt(i));
                } else if (node.startsWith("%u", i)) {
                    decoded.append((char) HexFormat.fromHexDigits(node, i + 2, i + 6));
                    i += 5;
                } else {
                    decoded.append((char) HexFormat.fromHexDigits(node, i + 1, i + 3));
                    i += 2;
                }
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return null;
        }
        String name = decoded.toString();
        return encode(name).equals(node) ? name : null;
    }

    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i), i)) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isPlain(char c, int at) {
        return c >= ' ' && c <= '~' && c != '/' && c != '%' && (c != '.' || at > 0);
    }
}
