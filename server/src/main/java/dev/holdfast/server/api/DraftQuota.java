package dev.holdfast.server.api;

import dev.holdfast.Draft;
import dev.holdfast.LockManager;
import dev.holdfast.internal.base.RecentMap;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.manager.AsyncGrants;
import dev.holdfast.internal.manager.AsyncGrants.DraftUse;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import java.util.Map;
import java.util.Optional;

/** Enforces the quota of drafts per user. As in {@link LockQuota}, the store is read only if it is needed. Thread-safe. */
final class DraftQuota {
    private static final int MAX_USERS = 10_000;
    private static final DraftUse UNKNOWN = new DraftUse(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final LockManager locks;
    private final AsyncGrants async;
    private final Quotas quotas;
    private final Map<String, DraftUse> max = new RecentMap<>(MAX_USERS);

    DraftQuota(LockManager locks, AsyncGrants async, Quotas quotas) {
        this.locks = locks;
        this.async = async;
        this.quotas = quotas;
    }

    /** Counts a draft if it certainly fits the quota. Returns false if {@link #fits} must find out. */
    boolean allow(Caller caller, Draft.Edit text) {
        Quota quota = quotas.of(caller);
        if (quota.drafts() == 0 && quota.draftBytes() == 0) {
            return true;
        }
        synchronized (max) {
            DraftUse known = max.getOrDefault(caller.name(), UNKNOWN);
            return known.count() < Integer.MAX_VALUE && allow(caller, quota, known, 1, Text.utf8Length(text.content()));
        }
    }

    /** Returns whether a draft fits the quota, and counts it. May block. */
    boolean fits(Caller caller, String resource, Draft.Edit text) {
        DraftUse use = async.drafts(caller.name());
        Optional<Draft> before = locks.drafts().get(resource, text.author());
        int kept = before.map(draft -> Text.utf8Length(draft.content())).orElse(0);
        synchronized (max) {
            return allow(
                    caller, quotas.of(caller), use, before.isEmpty() ? 1 : 0, Text.utf8Length(text.content()) - kept);
        }
    }

    private boolean allow(Caller caller, Quota quota, DraftUse use, int more, int moreBytes) {
        DraftUse then = new DraftUse(use.count() + more, use.bytes() + moreBytes);
        boolean fits = (quota.drafts() == 0 || then.count() <= quota.drafts())
                && (quota.draftBytes() == 0 || then.bytes() <= quota.draftBytes());
        max.put(caller.name(), fits ? then : use);
        return fits;
    }
}
