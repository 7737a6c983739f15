package dev.holdfast.client;

import dev.holdfast.StoreUnreachableException;
import java.util.HashSet;
import java.util.Set;

/** The places at which the pages of one list end. No two are the same, or the list would have no end. */
final class PageEnds {
    private final Set<String> all = new HashSet<>();
    private String last;

    PageEnds(String begin) {
        last = begin;
        all.add(begin);
    }

    /** Returns the place after which the next page begins. */
    String last() {
        return last;
    }

    /** @throws StoreUnreachableException if an earlier page ended there, too */
    void add(String end) {
        if (!all.add(end)) {
            throw new StoreUnreachableException(
                    "The server said that its list goes on, but sent no further page: use the same version of client and"
                            + " server, and check any proxy between them.",
                    null);
        }
        last = end;
    }
}
