package dev.holdfast.internal.codec;

import dev.holdfast.Draft;
import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.Lease;
import dev.holdfast.LockEvent;
import dev.holdfast.Loss.Ending;
import dev.holdfast.Mode;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Turns;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.rules.Claim;
import dev.holdfast.internal.rules.Cooldown;
import dev.holdfast.internal.rules.DraftRecord;
import dev.holdfast.internal.rules.EndedHold;
import dev.holdfast.internal.rules.LockState;
import dev.holdfast.internal.rules.OpenRequest;
import dev.holdfast.internal.rules.OpenRequests;
import dev.holdfast.internal.rules.OwnerEnded;
import dev.holdfast.internal.rules.RequestLog;
import dev.holdfast.internal.rules.ServerNote;
import dev.holdfast.internal.rules.Slot;
import dev.holdfast.internal.rules.Ticket;
import dev.holdfast.internal.rules.Turn;
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Bodies and events with any content that the values allow, extremes included; the same for the same seed. */
public final class RandomBodies {
    private final Random random;

    public RandomBodies(long seed) {
        random = new Random(seed);
    }

    public Body body(Kind kind) {
        return switch (kind) {
            case LOCK ->
                new LockState(
                        some(this::hold),
                        some(this::ticket),
                        oneOf(null, time()),
                        oneOf(null, turn()),
                        new OpenRequests(some(this::openRequest), some(this::line), some(this::time)));
            case SLOT -> new Slot(text(), id());
            case COOLDOWN -> new Cooldown(line(), time(), duration());
            case OWNER_ENDED -> new OwnerEnded(line(), time());
            case ENDING ->
                new EndedHold(new Ending(
                        text(), oneOf(LockEvent.EventKind.values()), owner(), number(), text(), text(), time()));
            case DRAFT ->
                new DraftRecord(
                        new Draft(text(), line(), number(), text(), time(), new Draft.Late(number(), text(), time())));
            case TOKEN ->
                new AccessToken(
                        line(),
                        oneOf("", line()),
                        some(() -> new AccessToken.Right(
                                text(), text(), random.nextBoolean(), Set.copyOf(some(this::text)))),
                        oneOf("", line()),
                        text(),
                        time(),
                        oneOf(null, duration()));
            case REQUEST -> new RequestLog(oneOf("", line()), some(this::request), some(this::time));
            case SERVER -> new ServerNote(text());
        };
    }

    private OpenRequest openRequest() {
        return new OpenRequest(
                claim(),
                owner(),
                number(),
                text(),
                time(),
                oneOf(null, time()),
                oneOf(null, time()),
                random.nextBoolean(),
                text(),
                oneOf(null, lease()),
                oneOf(null, time()));
    }

    private HandOverRequest request() {
        return new HandOverRequest(
                text(),
                id(),
                owner(),
                owner(),
                number(),
                text(),
                oneOf(RequestState.values()),
                time(),
                oneOf(null, time()),
                oneOf(null, time()),
                text(),
                oneOf(null, time()));
    }

    private Claim claim() {
        return new Claim(id(), owner(), oneOf(Mode.values()), lease(), text(), text());
    }

    public LockEvent event() {
        return new LockEvent(text(), oneOf(LockEvent.EventKind.values()), hold(), text(), text());
    }

    private Hold hold() {
        List<HoldId> entries = some(this::id);
        Owner owner = owner();
        boolean together = random.nextBoolean();
        return new Hold(
                entries,
                owner,
                oneOf(Mode.values()),
                number(),
                time(),
                time(),
                time(),
                lease(),
                text(),
                text(),
                random.nextBoolean(),
                entries.stream()
                        .map(entry -> together ? owner.processes() : some(this::process))
                        .toList());
    }

    private Turn turn() {
        return new Turn(oneOf(1, Turns.MAX_HAND_OVERS), time());
    }

    private Ticket ticket() {
        return new Ticket(claim(), time(), time(), oneOf(0, 1, 999), random.nextBoolean());
    }

    private Owner owner() {
        String id = line();
        return new Owner(id, oneOf(id, line()), oneOf("", line()), some(this::process));
    }

    private ProcessId process() {
        return new ProcessId(text(), text(), text(), number(), text());
    }

    private Lease lease() {
        return new Lease(oneOf(null, duration()), oneOf(null, duration()), oneOf(null, duration()));
    }

    private Duration duration() {
        return oneOf(
                Duration.ofNanos(1),
                Duration.ofMinutes(5),
                Duration.ofSeconds(random.nextInt(Integer.MAX_VALUE) + 1L, random.nextInt(1_000_000_000)),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    }

    private Instant time() {
        return oneOf(
                Stamp.TIME,
                Instant.EPOCH,
                Instant.MAX,
                Instant.MIN.plusNanos(1),
                Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
    }

    private HoldId id() {
        return new HoldId(random.nextLong(), random.nextLong());
    }

    private long number() {
        return oneOf(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong());
    }

    private String text() {
        return chars(0, 12, 0);
    }

    private String line() {
        return chars(1, 12, ' ');
    }

    /** Well-formed text of any characters from that one on, control characters above it left out. */
    private String chars(int least, int most, int first) {
        int length = least + random.nextInt(most - least + 1);
        return Stream.generate(() -> oneOf(first + random.nextInt(128), random.nextInt(0x110000)))
                .filter(c -> c >= first && (c < 0xd800 || c > 0xdfff))
                .filter(c -> first == 0 || !Character.isISOControl(c))
                .limit(length)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @SafeVarargs
    private <T> T oneOf(T... all) {
        return all[random.nextInt(all.length)];
    }

    private <T> List<T> some(Supplier<T> one) {
        return Stream.generate(one).limit(random.nextInt(4)).toList();
    }
}
