package dev.holdfast;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The public name of one entry into a hold: 128 bits derived one way from the secret in its receipt. It gives no right to the
 * hold.
 */
public record HoldId(long high, long low) implements Comparable<HoldId> {
    private static final HexFormat HEX = HexFormat.of();

    /** Reads the 32 hexadecimal digits that {@link #toString} writes. */
    public static HoldId parse(String text) {
        if (text.length() != 32) {
            throw new IllegalArgumentException("A hold id has 32 hexadecimal digits, not " + text.length() + ".");
        }
        return new HoldId(HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
    }

    /** Compares field by field. The methods that a record gets by itself take ten milliseconds when they are first used. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HoldId id && high == id.high && low == id.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    @Override
    public int compareTo(HoldId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }
}
