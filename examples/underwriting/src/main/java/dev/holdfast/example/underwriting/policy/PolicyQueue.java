package dev.holdfast.example.underwriting.policy;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.example.staff.Elsewhere;
import dev.holdfast.session.CurrentOwner;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The list of policies and who works on which. It shows no data of a policy that is used in calculations: to read that, a user
 * locks the policy.
 */
@Repository
public class PolicyQueue {
    private final JdbcClient jdbc;
    private final LockManager locks;
    private final Clock clock;

    PolicyQueue(JdbcClient jdbc, LockManager locks, Clock clock) {
        this.jdbc = jdbc;
        this.locks = locks;
        this.clock = clock;
    }

    /**
     * A policy in the queue.
     *
     * @param work who works on it, or null
     */
    public record Entry(
            long id,
            String holder,
            String product,
            @Nullable Work work) {}

    /**
     * Work on a policy.
     *
     * @param until the latest end
     * @param mine whether it is the session that asks
     * @param fence identifies the hold
     * @param requests of others to release it, made since
     */
    public record Work(String name, Instant since, Instant until, boolean mine, long fence, List<Request> requests) {}

    /** A request to release a policy. */
    public record Request(long policy, String person, String reason, Instant made) {}

    public List<Entry> all() {
        String session = CurrentOwner.get().map(Owner::id).orElse("");
        List<Request> requests = requests();
        Map<Long, Work> work = locks.list(Policy.LOCKS + "/").stream()
                .filter(view -> hold(view).isPresent())
                .collect(Collectors.toMap(
                        view -> id(view.resource()),
                        view -> work(id(view.resource()), hold(view).orElseThrow(), session, requests)));
        return jdbc.sql("SELECT id, version_id, holder, product FROM policy ORDER BY id")
                .query((row, number) ->
                        new Entry(row.getLong(1), row.getString(3), row.getString(4), work.get(row.getLong(2))))
                .list();
    }

    /** Releases a policy on which the person who asks works in another browser. */
    public void release(long policy) {
        Elsewhere.release(locks, Policy.LOCKS + "/" + policy);
    }

    /** Records a request to release a policy, once for each person. */
    public void request(long policy, String person, String reason) {
        jdbc.sql(
                        "INSERT INTO release_request VALUES (?, ?, ?, ?)"
                                + " ON CONFLICT (policy_id, person) DO UPDATE SET reason = excluded.reason, made = excluded.made")
                .params(policy, person, reason, Timestamp.from(clock.instant()))
                .update();
    }

    private List<Request> requests() {
        return jdbc.sql("SELECT policy_id, person, reason, made FROM release_request ORDER BY made")
                .query((row, number) -> new Request(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getTimestamp(4).toInstant()))
                .list();
    }

    private static Work work(long policy, Hold hold, String session, List<Request> requests) {
        return new Work(
                hold.owner().name(),
                hold.since(),
                latest(hold),
                hold.owner().id().equals(session),
                hold.fence(),
                requests.stream()
                        .filter(request ->
                                request.policy() == policy && request.made().isAfter(hold.since()))
                        .toList());
    }

    /** Returns the latest end of a hold. */
    public static Instant latest(Hold hold) {
        return hold.since().plus(Objects.requireNonNullElse(hold.lease().absolute(), Duration.ZERO));
    }

    /** Returns the policy of a lock. */
    public static long id(String lock) {
        return Long.parseLong(lock.substring(Policy.LOCKS.length() + 1));
    }

    private static Optional<Hold> hold(LockView view) {
        return view.holders().stream()
                .filter(judged -> !judged.state().ended())
                .map(judged -> judged.hold())
                .findFirst();
    }
}
