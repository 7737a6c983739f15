package dev.holdfast.internal.rules;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.HoldId;
import dev.holdfast.internal.base.Moments;
import dev.holdfast.internal.base.Stamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests to the holders of one resource.
 *
 * @param list in the order in which they were made
 * @param muted the ids of the holders that may not be asked
 * @param asked when its holders were asked within the last hour, the latest at the end
 */
public record OpenRequests(List<OpenRequest> list, List<String> muted, List<Instant> asked) {
    public static final OpenRequests NONE = new OpenRequests(List.of(), List.of(), List.of());
    /** The maximum number of open requests for one resource. */
    public static final int MAX = 32;
    /** How often all users together may ask for one resource within an hour, while it is held. */
    public static final int MAX_PER_HOUR = 64;

    public OpenRequests {
        list = List.copyOf(list);
        muted = List.copyOf(muted);
        asked = asked.stream().map(Moments::boundedOrStamp).toList();
    }

    public OpenRequests(List<OpenRequest> list, List<String> muted) {
        this(list, muted, List.of());
    }

    /** Returns whether there is nothing to keep. */
    public boolean isEmpty() {
        return list.isEmpty() && muted.isEmpty() && asked.isEmpty();
    }

    /** Returns the requests to that hold. */
    public List<OpenRequest> to(Hold hold) {
        return list.stream().filter(request -> request.isTo(hold)).toList();
    }

    /** Returns the requests to that hold as people see them. */
    public List<HandOverRequest> on(String resource, Hold hold) {
        return to(hold).stream().map(request -> request.on(resource)).toList();
    }

    /** Returns all requests as people see them. */
    public List<HandOverRequest> on(String resource) {
        return list.stream().map(request -> request.on(resource)).toList();
    }

    /** Returns the requests with that id, one for each hold that it is about. */
    public List<OpenRequest> of(HoldId id) {
        return list.stream().filter(request -> request.claim().id().equals(id)).toList();
    }

    @Nullable
    OpenRequest get(HoldId id, Hold hold) {
        for (OpenRequest request : list) {
            if (request.isTo(hold) && request.claim().id().equals(id)) {
                return request;
            }
        }
        return null;
    }

    /** Returns the requests because of which that hold ends at some time, in the order in which they are served. */
    List<OpenRequest> ending(Hold hold) {
        return list.stream()
                .filter(request -> request.isTo(hold) && request.until() != null)
                .sorted(Comparator.comparing(OpenRequests::until))
                .toList();
    }

    private static Instant until(OpenRequest request) {
        return request.until() == null ? Instant.MAX : request.until();
    }

    /** Returns these with one more request, which goes to one or several holders. */
    OpenRequests and(List<OpenRequest> more, Instant now) {
        List<OpenRequest> all = new ArrayList<>(list);
        all.addAll(more);
        List<Instant> times = new ArrayList<>(RequestLog.recent(asked, now));
        times.add(Stamp.TIME);
        return new OpenRequests(all, muted, times);
    }

    OpenRequests without(Predicate<OpenRequest> which) {
        return new OpenRequests(list.stream().filter(which.negate()).toList(), muted, asked);
    }

    OpenRequests replaced(OpenRequest old, OpenRequest next) {
        List<OpenRequest> all = new ArrayList<>(list);
        all.set(all.indexOf(old), next);
        return new OpenRequests(all, muted, asked);
    }

    /** Returns these after a hold got another fence. */
    OpenRequests followed(Hold old, Hold next) {
        return new OpenRequests(
                list.stream()
                        .map(request -> request.isTo(old) ? request.about(next) : request)
                        .toList(),
                muted,
                asked);
    }

    OpenRequests muted(String holder, boolean mute) {
        List<String> holders = new ArrayList<>(muted);
        holders.remove(holder);
        if (mute) {
            holders.add(holder);
        }
        return new OpenRequests(list, holders, asked);
    }

    OpenRequests stamped(long version, Instant stamp) {
        return new OpenRequests(
                list.stream().map(request -> request.stamped(version, stamp)).toList(),
                muted,
                asked.stream().map(time -> Stamp.time(time, stamp)).toList());
    }

    /** Returns what is left for those holds. */
    OpenRequests onlyTo(List<Hold> holds) {
        return new OpenRequests(
                list.stream()
                        .filter(request -> holds.stream().anyMatch(request::isTo))
                        .toList(),
                muted.stream()
                        .filter(holder -> holds.stream()
                                .anyMatch(hold -> hold.owner().id().equals(holder)))
                        .toList(),
                holds.isEmpty() ? List.of() : asked);
    }
}
