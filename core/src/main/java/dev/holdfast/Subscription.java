package dev.holdfast;

/** A running feed. After {@code close} returns nothing more is delivered. Closing twice is harmless. */
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
