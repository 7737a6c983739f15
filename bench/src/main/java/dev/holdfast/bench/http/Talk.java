package dev.holdfast.bench.http;

import java.nio.ByteBuffer;

/** What is said over one connection, again and again. For one thread. */
public interface Talk {
    /** The next request, ready to be sent. */
    ByteBuffer next();

    /** Takes the answer to it, which must be the one that is hoped for. */
    void answered(Answer answer);

    /** Whether this is a good moment to pause: nothing is half done. */
    boolean rests();
}
