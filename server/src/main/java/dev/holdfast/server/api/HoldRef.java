package dev.holdfast.server.api;

import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.identity.Identity;
import java.util.List;

/**
 * A reference of a caller to a hold.
 *
 * @param shown the receipt of the caller
 * @param kept the receipt in the store
 */
record HoldRef(Receipt shown, Receipt kept) {
    /** Parses a receipt. Throws a {@link Problem} if it is invalid, or the caller may not edit its resource. */
    static HoldRef of(Request request, String text) {
        Receipt shown;
        try {
            shown = Receipt.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.missing("There is no such receipt: copy it as it was shown, all of it.");
        }
        request.caller().require(Caller.Role.EDITOR, shown.resource());
        return new HoldRef(shown, Identity.receipt(request.caller(), shown));
    }

    /** Returns the holds of all receipts in the body. */
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
