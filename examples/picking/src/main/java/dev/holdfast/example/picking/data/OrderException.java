package dev.holdfast.example.picking.data;

/** An action that an order does not allow, with a sentence for the picker. */
public final class OrderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean unknown;

    private OrderException(String message, boolean unknown) {
        super(message);
        this.unknown = unknown;
    }

    static OrderException unknown(String what) {
        return new OrderException(what, true);
    }

    static OrderException conflict(String why) {
        return new OrderException(why, false);
    }

    /** Returns whether there is no such thing. */
    public boolean unknown() {
        return unknown;
    }
}
