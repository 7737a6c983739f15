package dev.holdfast.session;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.internal.views.RequestJson;
import dev.holdfast.internal.views.Viewer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The current owner as a reader: it knows all about its own locks and requests, and of others what their policy shows. */
record CurrentViewer(LockManager locks) implements Viewer {
    @Override
    public Privacy privacy(String resource, Owner owner) {
        return owns(owner) ? Privacy.OPEN : locks.admin().policy(resource).privacy();
    }

    @Override
    public boolean owns(Owner owner) {
        return CurrentOwner.get().filter(own -> own.id().equals(owner.id())).isPresent();
    }

    @Override
    public String id(Owner owner) {
        return owner.id();
    }

    /** Returns a request as its asker may see it. */
    Map<String, @Nullable Object> toAsker(HandOverRequest request) {
        return withoutOwners(RequestJson.toAsker(request, this));
    }

    /** Returns a request as its holder sees it. */
    static Map<String, @Nullable Object> toHolder(HandOverRequest request) {
        return withoutOwners(RequestJson.toHolder(request, Viewer.ALL));
    }

    /** The ids of sessions are for no page. */
    private static Map<String, @Nullable Object> withoutOwners(Map<String, @Nullable Object> request) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(request);
        shown.remove("askerOwner");
        shown.remove("holderOwner");
        return shown;
    }
}
