package dev.holdfast.internal.json;

/** A number as it stands in a JSON text. Digits and exponents without end cost nothing until a caller computes with it. */
final class RawNumber extends Number {
    private static final long serialVersionUID = 1L;

    private final String text;

    RawNumber(String text) {
        this.text = text;
    }

    @Override
    public double doubleValue() {
        return Double.parseDouble(text);
    }

    @Override
    public float floatValue() {
        return Float.parseFloat(text);
    }

    /** Returns the nearest long, at most {@link Long#MAX_VALUE}; fractions are cut off. */
    @Override
    public long longValue() {
        return (long) doubleValue();
    }

    @Override
    public int intValue() {
        return (int) doubleValue();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawNumber number && number.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
