package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HoldId;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import dev.holdfast.spi.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The record of the requests that one person made for one resource: so that the asker learns what became of them, and that the
 * person does not ask too often.
 *
 * @param user the person, or empty for an owner without a user
 * @param requests each as it was when it changed last, the newest at the end
 * @param times when the person asked, the latest at the end, so far as they count against the next request
 */
public record RequestLog(String user, List<HandOverRequest> requests, List<Instant> times) implements Body {
    /** How long the record is kept after its last change. */
    public static final Duration LIFE = Duration.ofDays(1);
    /** The time within which requests are counted. */
    public static final Duration WINDOW = Duration.ofHours(1);

    private static final int MAX = 2 * OpenRequests.MAX;
    /** The bytes of what has ended that are kept, so that the records of all askers fit into one change. */
    private static final int BYTES = 8 << 10;

    public RequestLog {
        requests = List.copyOf(requests);
        times = times.stream().map(Moments::boundedOrStamp).toList();
    }

    /** Returns the record with what became of a request, in place of what it was before. */
    public static RequestLog with(@Nullable RequestLog kept, String resource, RequestChange change) {
        OpenRequest open = change.request();
        HandOverRequest now =
                open.on(resource, change.state(), change.reply(), change.state().ended() ? Stamp.TIME : null);
        List<HandOverRequest> requests = new ArrayList<>(kept == null ? List.of() : kept.requests);
        List<Instant> times = new ArrayList<>(kept == null ? List.of() : kept.times);
        if (isNew(open, requests)) {
            times.add(Stamp.TIME);
        }
        requests.removeIf(old -> old.id().equals(now.id())
                && old.holder().id().equals(now.holder().id()));
        requests.add(now);
        bound(requests);
        int surplus = Math.max(0, times.size() - RequestPolicy.MAX_PER_HOUR);
        return new RequestLog(open.claim().owner().user(), requests, times.subList(surplus, times.size()));
    }

    /** Returns whether the request is made by this very change. It counts once, however many holders it goes to. */
    private static boolean isNew(OpenRequest open, List<HandOverRequest> requests) {
        return open.asked().equals(Stamp.TIME)
                && requests.stream()
                        .noneMatch(old -> old.id().equals(open.claim().id())
                                && old.asked().equals(Stamp.TIME));
    }

    /** Drops the oldest of what has ended. How much can be open is bounded by the record of the resource. */
    private static void bound(List<HandOverRequest> requests) {
        int last = requests.size() - 1;
        for (int i = 0; i < last && (requests.size() > MAX || Room.ofRequests(requests) > BYTES); ) {
            if (requests.get(i).ended() == null) {
                i++;
            } else {
                requests.remove(i);
                last--;
            }
        }
    }

    /** Returns those of the times that count now. The placeholder of a change is the present. */
    static List<Instant> recent(List<Instant> times, Instant now) {
        return times.stream()
                .filter(time -> time.equals(Stamp.TIME) || now.isBefore(Moments.plus(time, WINDOW)))
                .toList();
    }

    /** Returns whether there was a request under that id. */
    boolean has(HoldId id) {
        return requests.stream().anyMatch(request -> request.id().equals(id));
    }

    @Override
    public RequestLog stamped(long version, Instant stamp) {
        return new RequestLog(
                user,
                requests.stream()
                        .map(request -> request.stamped(version, stamp))
                        .toList(),
                times.stream().map(time -> Stamp.time(time, stamp)).toList());
    }

    @Override
    public Set<String> owners() {
        Set<String> owners = new LinkedHashSet<>();
        requests.forEach(request -> owners.add(request.asker().id()));
        return owners;
    }

    @Override
    public Set<String> users() {
        return user.isEmpty() ? Set.of() : Set.of(user);
    }

    /** Returns when all of them can be forgotten. What becomes of an open one writes the record again. */
    @Override
    public Due due() {
        Instant last = null;
        for (HandOverRequest request : requests) {
            Instant changed = request.ended() == null ? request.asked() : request.ended();
            if (changed.equals(Stamp.TIME)) {
                return Due.at(Stamp.TIME, LIFE.plus(OpenRequest.LIFE));
            }
            last = last == null || last.isBefore(changed) ? changed : last;
        }
        return last == null ? Due.NEVER : new Due(Moments.plus(last, LIFE.plus(OpenRequest.LIFE)), null);
    }
}
