package dev.holdfast.store.redis;

import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.internal.base.TooLargeException;
import dev.holdfast.internal.codec.Codec;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Change;
import dev.holdfast.spi.Entry;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Reading;
import dev.holdfast.spi.Result;
import io.lettuce.core.protocol.CommandArgs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Groups as the script wants them, all in one call of it, and its answer as results. */
final class RedisBatch {
    /** A script can hand on less than eight thousand values to a command; a record takes two, and so does an event. */
    static final int MAX_RECORDS = 3000;

    private static final byte[] NONE = {};
    private static final byte[] CHECK = {'='};
    private static final byte[] ABSENT = RecordText.expected(Change.ABSENT);
    /** How many arguments a change is. */
    private static final long ARGUMENTS = 4;
    /** The script reads four fields of its own before, and counts from one. */
    private static final int FIRST_FIELD = 5;

    private final List<Group> groups = new ArrayList<>();
    private final Map<Key, Integer> fields = new LinkedHashMap<>();
    private int events;
    /** Everything after the fields. */
    private final List<byte[]> arguments = new ArrayList<>();

    private RedisBatch() {}

    /** Returns as few batches as possible, in the order of the groups. */
    static List<RedisBatch> of(List<Group> batch) {
        List<RedisBatch> parts = new ArrayList<>(1);
        RedisBatch part = new RedisBatch();
        for (Group group : batch) {
            int size = group.changes().size() + group.events().size();
            if (size > MAX_RECORDS) {
                throw new TooLargeException("At most " + MAX_RECORDS
                        + " records and events can be written in one step in Redis, not " + size
                        + ": name fewer resources in one request.");
            }
            if (part.fields.size() + part.events + size > MAX_RECORDS) {
                parts.add(part);
                part = new RedisBatch();
            }
            part.add(group);
        }
        parts.add(part);
        return parts;
    }

    private void add(Group group) {
        groups.add(group);
        events += group.events().size();
        arguments.add(events(group.events()));
        arguments.add(number(ARGUMENTS * group.changes().size()));
        for (Change change : group.changes()) {
            Integer known = fields.putIfAbsent(change.key(), FIRST_FIELD + fields.size());
            arguments.add(number(known == null ? FIRST_FIELD + fields.size() - 1 : known));
            arguments.add(change.expected() == Change.ABSENT ? ABSENT : RecordText.expected(change.expected()));
            Body next = change.next();
            if (next != null) {
                arguments.add(RecordText.tail(next));
                arguments.add(due(next));
            } else {
                arguments.add(change.type() == Change.Type.DELETE ? NONE : CHECK);
                arguments.add(NONE);
            }
        }
    }

    private static byte[] due(Body body) {
        Instant fixed = body.due().fixed();
        Duration after = body.due().afterStamp();
        if (after == null) {
            return fixed == null ? NONE : number(Micros.of(fixed));
        }
        return ascii((fixed == null ? "" : Micros.of(fixed)) + "+" + Micros.of(after));
    }

    private static byte[] events(List<LockEvent> events) {
        if (events.isEmpty()) {
            return NONE;
        }
        String first = Codec.encode(events.get(0));
        if (events.size() == 1) {
            return first.getBytes(StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(first);
        for (LockEvent event : events.subList(1, events.size())) {
            text.append('\n').append(Codec.encode(event));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] number(long number) {
        return ascii(Long.toString(number));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes the arguments of the script, given the greatest version that must not be given again. */
    void write(CommandArgs<byte[], byte[]> to, long newest) {
        to.add(newest);
        HoldId meant = groups.size() == 1 ? groups.get(0).audience().claim() : null;
        if (meant != null) {
            to.add(fields.size() + " " + meant);
        } else {
            to.add(groups.stream().allMatch(Group::quiet) ? -fields.size() : fields.size());
        }
        fields.keySet().forEach(key -> to.add(RecordText.field(key)));
        arguments.forEach(to::add);
    }

    /** Returns the result of each group, from the script's answer. */
    List<Result> results(List<Object> answer, BiFunction<Key, byte[], Entry> decode) {
        Instant now = Micros.instant((Long) answer.get(0));
        List<Result> results = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            Object said = answer.get(i + 1);
            results.add(
                    said instanceof Long version
                            ? new Result.Applied(version, now)
                            : new Result.Conflict(current(groups.get(i), (List<?>) said, now, decode)));
        }
        return results;
    }

    private static Reading current(Group group, List<?> values, Instant now, BiFunction<Key, byte[], Entry> decode) {
        Map<Key, Entry> entries = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof byte[] value) {
                Key key = group.changes().get(i).key();
                entries.put(key, decode.apply(key, value));
            }
        }
        return new Reading(entries, now);
    }
}
