package dev.holdfast.server.api;

import dev.holdfast.Receipt;
import dev.holdfast.rules.Bounds;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.identity.Identity;
import java.util.List;

/**
 * A hold that a caller speaks of.
 *
 * @param shown the receipt as the caller knows it
 * @param kept the receipt as the store does
 */
record HoldRef(Receipt shown, Receipt kept) {
    /** Throws a {@link Problem} unless it is a receipt, and its resource is one that the caller may edit. */
    static HoldRef of(Request request, String text) {
        Receipt shown;
        try {
            shown = Receipt.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.missing("That is no receipt. " + e.getMessage());
        }
        request.caller().require(Caller.Role.EDITOR, shown.resource());
        return new HoldRef(shown, Identity.receipt(request.caller(), shown));
    }

    /** Those that the body names. */
    static List<HoldRef> all(Request request) {
        List<String> receipts = request.body().texts("receipts");
        if (receipts.isEmpty() || receipts.size() > Bounds.RECEIPTS) {
            throw Problem.invalid("'receipts' must be a list of 1 to " + Bounds.RECEIPTS + " receipts.");
        }
        return receipts.stream().map(text -> of(request, text)).toList();
    }

    String resource() {
        return shown.resource();
    }
}
