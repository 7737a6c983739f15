package dev.holdfast.testkit;

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
import dev.holdfast.spi.Body;
import dev.holdfast.spi.Key.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random bodies and events with every field in use, the same for the same random source. */
record Bodies(Random random) {
    private static final String[] SCRAPS = {
        "a",
        "Z",
        "7",
        " ",
        "  ",
        "/",
        "\\",
        "\"",
        "'",
        "`",
        "%",
        "_",
        "*",
        "?",
        "{}",
        "[]",
        "<!--",
        "&amp;",
        ";--",
        "@",
        "ä",
        "ß",
        "İ",
        "ı",
        "e\u0301",
        "\u00e9",
        "日本語",
        "שלום",
        "مرحبا",
        "\u200f",
        "\u202e",
        "\ufeff",
        "\ufffd",
        "😀",
        "👩‍👩‍👧",
        "𝔘",
        "\u2028",
        "null",
        "-0"
    };
    private static final String[] CONTROLS = {"\n", "\r\n", "\t", "\u0000", "\u0007", "\u001f", "\u007f", "\u0085"};

    Body body(Kind kind) {
        return switch (kind) {
            case LOCK -> lock();
            case SLOT -> new Slot(text(), id());
            case COOLDOWN -> new Cooldown(line(1), time(), duration());
            case OWNER_ENDED -> new OwnerEnded(line(1), time());
            case ENDING -> new EndedHold(new Ending(text(), notice(), owner(), fence(), text(), text(), time()));
            case DRAFT -> new DraftRecord(new Draft(text(), line(1), random.nextLong(), draftText(), time(), late()));
            case TOKEN -> new AccessToken(line(1), line(0), some(3, this::right), line(0), text(), time(), limit());
            case REQUEST -> new RequestLog(line(0), some(3, this::request), some(3, this::time));
            case SERVER -> new ServerNote(text());
        };
    }

    LockEvent event() {
        return new LockEvent(text(), notice(), hold(), text(), text());
    }

    private LockState lock() {
        return new LockState(
                some(3, this::hold),
                some(3, this::ticket),
                oneIn(2) ? null : time(),
                null,
                oneIn(2)
                        ? OpenRequests.NONE
                        : new OpenRequests(some(3, this::openRequest), some(2, () -> line(1)), some(3, this::time)));
    }

    private OpenRequest openRequest() {
        return new OpenRequest(
                new Claim(id(), owner(), mode(), lease(), text(), text()),
                owner(),
                fence(),
                text(),
                time(),
                oneIn(2) ? null : time(),
                oneIn(2) ? null : time(),
                oneIn(2),
                text(),
                oneIn(2) ? null : lease(),
                oneIn(2) ? null : time());
    }

    private HandOverRequest request() {
        RequestState[] states = RequestState.values();
        return new HandOverRequest(
                text(),
                id(),
                owner(),
                owner(),
                fence(),
                text(),
                states[random.nextInt(states.length)],
                time(),
                oneIn(2) ? null : time(),
                oneIn(2) ? null : time(),
                text(),
                oneIn(2) ? null : time());
    }

    private Hold hold() {
        return new Hold(
                some(3, this::id), owner(), mode(), fence(), time(), time(), time(), lease(), text(), text(), oneIn(2));
    }

    private Ticket ticket() {
        return new Ticket(new Claim(id(), owner(), mode(), lease(), text(), text()), time(), time());
    }

    private Owner owner() {
        return new Owner(line(1), line(1), line(0), some(2, this::process));
    }

    private AccessToken.Right right() {
        return new AccessToken.Right(text(), text(), oneIn(2), Set.copyOf(some(3, this::text)));
    }

    private ProcessId process() {
        return new ProcessId(text(), text(), text(), random.nextLong(), text());
    }

    private Lease lease() {
        return new Lease(limit(), limit(), limit());
    }

    private @Nullable Duration limit() {
        return oneIn(2) ? null : duration();
    }

    private Duration duration() {
        return Duration.ofSeconds(random.nextInt(100_000_000), 1 + random.nextInt(999_999_999));
    }

    private Instant time() {
        return oneIn(3)
                ? Stamp.TIME
                : Instant.ofEpochSecond(random.nextInt(Integer.MAX_VALUE), random.nextInt(1_000_000_000));
    }

    private long fence() {
        return oneIn(3) ? Stamp.VERSION : random.nextLong();
    }

    private HoldId id() {
        return new HoldId(random.nextLong(), random.nextLong());
    }

    private Mode mode() {
        return oneOf(Mode.values());
    }

    private LockEvent.EventKind notice() {
        return oneOf(LockEvent.EventKind.values());
    }

    private String draftText() {
        return oneIn(20) ? text().repeat(8_000) : text();
    }

    /** Any text. */
    private String text() {
        StringBuilder text = new StringBuilder(line(0));
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(oneOf(CONTROLS)).append(line(0));
        }
        return text.toString();
    }

    /** A text without control characters. */
    private String line(int least) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6) + least; i > 0; i--) {
            text.append(oneOf(SCRAPS));
        }
        return text.toString();
    }

    private <T> T oneOf(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private <T> List<T> some(int most, Supplier<T> one) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(any -> one.get())
                .toList();
    }

    private Draft.@Nullable Late late() {
        return random.nextBoolean() ? null : new Draft.Late(random.nextLong(), draftText(), time());
    }
}
