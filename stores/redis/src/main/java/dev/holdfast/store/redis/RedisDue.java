package dev.holdfast.store.redis;

import dev.holdfast.spi.Key;
import dev.holdfast.spi.Query;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/** The records that are due, by a sorted set. The cost depends on how many are due, in pieces that do not delay the server. */
record RedisDue(RedisConnection connection) {
    private static final int CHUNK = 5000;

    /** Returns the keys that may be due at that moment and whose names the query wants, in order. */
    List<Key> names(Query query, Instant moment) {
        byte[] index = connection.settings().key("due:" + RecordText.letter(query.kind()));
        TreeSet<Key> keys = new TreeSet<>();
        double from = Double.NEGATIVE_INFINITY;
        // Many may be due at the same moment: those that were seen at it are asked for again, and skipped.
        int seen = 0;
        while (true) {
            Range<Double> range = Range.create(from, (double) Micros.of(moment));
            int want = CHUNK + seen;
            List<ScoredValue<byte[]>> found =
                    connection.ask(redis -> redis.zrangebyscoreWithScores(index, range, Limit.create(0, want)));
            for (ScoredValue<byte[]> one : found) {
                Key key = RecordText.key(one.getValue());
                if (key != null && wants(query, key)) {
                    keys.add(key);
                }
            }
            if (found.size() < want) {
                return List.copyOf(keys);
            }
            double last = found.get(found.size() - 1).getScore();
            from = last;
            seen = (int) found.stream().filter(one -> one.getScore() == last).count();
        }
    }

    private static boolean wants(Query query, Key key) {
        return key.name().startsWith(query.prefix()) && key.name().compareTo(query.after()) > 0;
    }
}
