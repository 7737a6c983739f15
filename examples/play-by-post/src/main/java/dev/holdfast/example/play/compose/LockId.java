package dev.holdfast.example.play.compose;

import dev.holdfast.Receipt;
import dev.holdfast.server.CallerLocks;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/** A receipt as the document writes it: its secret alone, as a UUID. Which character it is for, the address says. */
final class LockId {
    private static final int DIGITS = 32;
    private static final Pattern UUIDS = Pattern.compile("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}");

    private LockId() {}

    static String of(Receipt shown) {
        return dashed(HexFormat.of().formatHex(shown.secret()));
    }

    /** Returns the receipt of the hold that a caller knows by an id. */
    static Receipt receipt(Caller caller, String lockId, String resource) {
        if (!UUIDS.matcher(lockId).matches()) {
            throw Problem.invalid("'lockId' must be the UUID that was answered when the lock was taken.");
        }
        return CallerLocks.receipt(caller, Receipt.of(resource, HexFormat.of().parseHex(lockId.replace("-", ""))));
    }

    /** Returns the hash that is stored with a post. It cannot be used to release or use a lock. */
    static String hash(Receipt kept) {
        return dashed(kept.holdId().toString());
    }

    private static String dashed(String digits) {
        return new UUID(Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, DIGITS, 16))
                .toString();
    }
}
