package dev.holdfast.bench.http;

import java.nio.ByteBuffer;
import java.util.stream.LongStream;

/** The requests of one connection that wants the same lock as others: waits for it, releases it. It times its waits. */
public final class Wanting implements Talk {
    private final Talk pair;
    private LongStream.Builder waits = LongStream.builder();
    private int count;
    private long asked;

    /**
     * @param resource the lock that all connections want
     * @param receipts whether each request brings a receipt of its own
     */
    public Wanting(String resource, int connection, boolean receipts) {
        this.pair = Talks.waitingPair(resource, connection, receipts);
    }

    @Override
    public ByteBuffer next() {
        asked = System.nanoTime();
        return pair.next();
    }

    @Override
    public void answered(Answer answer) {
        boolean acquired = pair.rests();
        pair.answered(answer);
        if (acquired) {
            waits.add(System.nanoTime() - asked);
            count++;
        }
    }

    @Override
    public boolean rests() {
        return pair.rests();
    }

    /** Returns how often it got the lock. */
    public int count() {
        return count;
    }

    /** Returns the times that it waited for the lock, and forgets them and their number. */
    public LongStream takeWaits() {
        LongStream taken = waits.build();
        waits = LongStream.builder();
        count = 0;
        return taken;
    }
}
