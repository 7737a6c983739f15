package dev.holdfast.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.UnreadableRecordException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Key;
import java.time.Instant;
import org.apache.zookeeper.data.Stat;

/** A record as its node has it: the name of its guard, a line feed, and the body as JSON. */
record Node(Entry entry, Guard guard) {

    static byte[] text(Body body) {
        return Codec.encode(body).getBytes(UTF_8);
    }

    static byte[] data(String guard, byte[] text) {
        byte[] data = new byte[guard.length() + 1 + text.length];
        for (int i = 0; i < guard.length(); i++) {
            data[i] = (byte) guard.charAt(i);
        }
        data[guard.length()] = '\n';
        System.arraycopy(text, 0, data, guard.length() + 1, text.length);
        return data;
    }

    /** Fails with an {@link UnreadableRecordException} if it is not what was written. */
    static Node of(Key key, byte[] data, Stat stat) {
        String whole = new String(data, UTF_8);
        int end = whole.indexOf('\n');
        if (end < 1) {
            throw new UnreadableRecordException("The first line does not name a guard.", null);
        }
        Body body = Codec.decode(key.kind(), whole.substring(end + 1));
        Instant stamp = Instant.ofEpochMilli(stat.getMtime());
        return new Node(
                Entry.written(key, stat.getMzxid(), stamp, body),
                new Guard(stat.getMzxid(), whole.substring(0, end), stat.getVersion()));
    }
}
