package dev.holdfast.internal.views;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Policy.Privacy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests to holders for programs. The asker and the holder see a request; others see it where the policy hides nothing. */
public final class RequestJson {
    private RequestJson() {}

    /** Returns a request for its asker, who may not be allowed to know the holder, nor whether its program has shown it. */
    public static Map<String, @Nullable Object> toAsker(HandOverRequest request, Viewer viewer) {
        return fields(request, viewer, isOpen(request, viewer));
    }

    /** Returns the same for its holder, who may know who asks. */
    public static Map<String, @Nullable Object> toHolder(HandOverRequest request, Viewer viewer) {
        return fields(request, viewer, true);
    }

    /** Returns those of the requests that the viewer may know, each with what the viewer may know of it. */
    public static List<Map<String, @Nullable Object>> visible(List<HandOverRequest> requests, Viewer viewer) {
        return requests.stream()
                .filter(request -> mayKnow(request, viewer))
                .map(request -> viewer.owns(request.holder()) ? toHolder(request, viewer) : toAsker(request, viewer))
                .toList();
    }

    /** Returns whether the viewer may know of a request. */
    public static boolean mayKnow(HandOverRequest request, Viewer viewer) {
        return viewer.owns(request.asker()) || isOpen(request, viewer);
    }

    /** Returns whether the viewer may know all of a request. */
    public static boolean isOpen(HandOverRequest request, Viewer viewer) {
        return viewer.owns(request.holder()) || viewer.privacy(request.resource(), request.holder()) == Privacy.OPEN;
    }

    /** Returns all that the asker knows, and what is about the holder if that may be known. */
    private static Map<String, @Nullable Object> fields(HandOverRequest request, Viewer viewer, boolean known) {
        Privacy holder = known ? Privacy.OPEN : viewer.privacy(request.resource(), request.holder());
        return new JsonAnswer()
                .with("id", request.id().toString())
                .with("resource", request.resource())
                .with("state", LockJson.label(request.state()))
                .with("asker", request.asker().name())
                .with("askerOwner", viewer.id(request.asker()))
                .with("holder", LockJson.name(request.holder(), holder))
                .with("holderOwner", known ? viewer.id(request.holder()) : null)
                .with("fence", known ? request.fence() : null)
                .with("message", request.message())
                .with("asked", LockJson.text(request.asked()))
                .with("shown", known ? LockJson.text(request.told()) : null)
                .with("until", LockJson.text(request.until()))
                .with("reply", request.reply())
                .with("ended", LockJson.text(request.ended()))
                .tree();
    }
}
