package dev.holdfast.bench.http;

import java.nio.ByteBuffer;

/** The repeated requests of one connection. For one thread. */
public interface Talk {
    /** Returns the next request, ready to be sent. */
    ByteBuffer next();

    /** Takes the answer to it, which must be a success. */
    void answered(Answer answer);

    /** Returns whether this is a good moment to pause: no work is half done. */
    boolean rests();
}
