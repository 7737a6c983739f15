package dev.holdfast.server.api;

import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import java.util.List;
import java.util.function.Predicate;

/** Reads the locks of a store page by page, so that no more than one page is in memory. */
final class LockPages {
    private LockPages() {}

    /** Passes the locks on in the order of their names, until the action returns false. */
    static void each(LockManager locks, LockQuery query, Predicate<LockView> action) {
        LockQuery next = query;
        List<LockView> page;
        do {
            page = locks.admin().list(next);
            for (LockView view : page) {
                if (!action.test(view)) {
                    return;
                }
                next = next.after(view.resource());
            }
        } while (page.size() == next.limit());
    }
}
