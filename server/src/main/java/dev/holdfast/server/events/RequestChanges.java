package dev.holdfast.server.events;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockView;
import dev.holdfast.internal.views.RequestJson;
import dev.holdfast.internal.views.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the requests to the holders of a resource before and after a change. Only callers that may know of one
 * of them get an event: to others it would tell the time of something that they must not see.
 *
 * @param changed those that were made, answered or ended
 * @param shown those that the program of the holder has shown since, which an asker that may not know the holder does not learn
 */
record RequestChanges(List<HandOverRequest> changed, List<HandOverRequest> shown) {

    static RequestChanges between(LockView before, LockView after) {
        List<HandOverRequest> changed = new ArrayList<>();
        List<HandOverRequest> shown = new ArrayList<>();
        for (HandOverRequest now : after.requests()) {
            HandOverRequest was = find(now, before.requests());
            if (was == null || was.state() != now.state() || !Objects.equals(was.until(), now.until())) {
                changed.add(now);
            } else if (!Objects.equals(was.told(), now.told())) {
                shown.add(now);
            }
        }
        for (HandOverRequest was : before.requests()) {
            if (find(was, after.requests()) == null) {
                changed.add(was);
            }
        }
        return new RequestChanges(changed, shown);
    }

    private static @Nullable HandOverRequest find(HandOverRequest wanted, List<HandOverRequest> all) {
        for (HandOverRequest request : all) {
            if (request.id().equals(wanted.id()) && request.fence() == wanted.fence()) {
                return request;
            }
        }
        return null;
    }

    boolean isEmpty() {
        return changed.isEmpty() && shown.isEmpty();
    }

    boolean concern(Viewer viewer) {
        return changed.stream().anyMatch(request -> RequestJson.mayKnow(request, viewer))
                || shown.stream().anyMatch(request -> RequestJson.isOpen(request, viewer));
    }
}
