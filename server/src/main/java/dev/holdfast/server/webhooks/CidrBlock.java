package dev.holdfast.server.webhooks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses.
 *
 * @param bits how many bits of an address must be those of the network
 */
record CidrBlock(InetAddress network, int bits) {
    /** Only digits: a name would be resolved. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** Returns the range that a text such as {@code 10.0.0.0/8} or {@code ::1} names; null if it names none. */
    static @Nullable CidrBlock parse(String text) {
        String[] parts = text.split("/", 2);
        InetAddress network = address(parts[0]);
        if (network == null) {
            return null;
        }
        int all = network.getAddress().length * Byte.SIZE;
        if (parts.length == 1) {
            return new CidrBlock(network, all);
        }
        if (!parts[1].matches("\\d{1,3}") || Integer.parseInt(parts[1]) > all) {
            return null;
        }
        return new CidrBlock(network, Integer.parseInt(parts[1]));
    }

    /** Returns the range of a text that is known to name one. */
    static CidrBlock known(String text) {
        CidrBlock block = parse(text);
        if (block == null) {
            throw new IllegalArgumentException(text);
        }
        return block;
    }

    private static @Nullable InetAddress address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    boolean contains(InetAddress address) {
        byte[] its = address.getAddress();
        byte[] ours = network.getAddress();
        if (its.length != ours.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((its[bit / Byte.SIZE] & mask) != (ours[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }
}
