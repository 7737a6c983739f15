package dev.holdfast.server.api;

import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Request;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.identity.Identity;
import dev.holdfast.server.identity.Veil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The calls that list locks: in pages, in an order, by name, or counted by the beginnings of their names. */
final class ListRoutes {
    private static final int MAX_LISTED = 10_000;
    private static final int MAX_GROUPS = 1_000;
    private static final int PAGE = 1_000;

    private final LockManager locks;
    private final Metrics metrics;

    ListRoutes(LockManager locks, Metrics metrics) {
        this.locks = locks;
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/locks", this::list).needingMuch(),
                Route.get("/v1/groups", this::groups).needingMuch());
    }

    private Answer list(Request request) {
        LockFilter filter = LockFilter.of(request, new Veil(locks, request.caller()));
        if (!request.query("names").isEmpty()) {
            return answer(LockOrder.NAME, filter, named(request, filter), MAX_LISTED);
        }
        LockOrder order = LockOrder.named(request.query("sort"));
        int limit = request.count("limit", PAGE, MAX_LISTED);
        LockQuery query = query(request).prefix(request.query("prefix"));
        String after = request.query("after");
        if (order == LockOrder.NAME) {
            return answer(
                    order, filter, metrics.timed("list", () -> found(query.after(after), limit + 1, filter)), limit);
        }
        LockOrder.Place last = after.isEmpty() ? null : LockOrder.Place.read(after);
        LockOrder.First first = new LockOrder.First(order, filter, last, limit + 1);
        metrics.timed("list", () -> {
            LockPages.each(locks, query, view -> {
                if (filter.matches(view)) {
                    first.add(view);
                }
                return true;
            });
            return true;
        });
        return answer(order, filter, first.sorted(), limit);
    }

    private Answer answer(LockOrder order, LockFilter filter, List<LockView> found, int limit) {
        List<Map<String, @Nullable Object>> page =
                Paging.of(found.stream().limit(limit).map(filter.veil()::lock));
        boolean more = found.size() > page.size();
        JsonAnswer answer = new JsonAnswer().with("locks", page).with("more", more);
        return Answer.ok((more ? answer.with("next", next(order, filter, found.get(page.size() - 1))) : answer).tree());
    }

    private static String next(LockOrder order, LockFilter filter, LockView last) {
        return order == LockOrder.NAME
                ? last.resource()
                : order.place(last, filter).toString();
    }

    /** Returns the locks with these names, also those that are free by now. */
    private List<LockView> named(Request request, LockFilter filter) {
        List<String> names = List.of(request.query("names").split("\n", -1));
        Bounds.count("The names in 'names'", names.size(), Bounds.NAMES);
        names.forEach(ResourceName::require);
        return metrics.timed(
                "list",
                () -> names.stream()
                        .distinct()
                        .filter(filter.veil()::sees)
                        .map(locks::view)
                        .toList());
    }

    /** Returns the first locks that match, and reads no more of them than it needs. */
    private List<LockView> found(LockQuery query, int limit, LockFilter filter) {
        List<LockView> found = new ArrayList<>();
        LockPages.each(locks, query.limit(Math.min(limit, PAGE)), view -> {
            if (filter.matches(view)) {
                found.add(view);
            }
            return found.size() < limit;
        });
        return found;
    }

    /** Returns the locks of an owner or user only to itself and to administrators. */
    private LockQuery query(Request request) {
        String owner = request.query("owner");
        String user = request.query("user");
        Caller caller = request.caller();
        if (!owner.isEmpty()) {
            LockQuery own = LockQuery.ALL.owner(Identity.ownerId(caller, owner));
            boolean none = caller.signedIn()
                    && caller.may(Caller.Role.ADMIN, "")
                    && locks.admin().list(own.limit(1)).isEmpty();
            return none ? LockQuery.ALL.owner(owner) : own;
        } else if (!user.isEmpty()) {
            if (!user.equals(caller.name())) {
                caller.require(Caller.Role.ADMIN, "");
            }
            return LockQuery.ALL.user(user);
        }
        return LockQuery.ALL;
    }

    /** The locks of one group. */
    private static final class GroupCount {
        private int locks;
        private int waiting;
    }

    /** Counts the locks by the beginnings of their names, up to the next slash. */
    private Answer groups(Request request) {
        LockFilter filter = LockFilter.of(request, new Veil(locks, request.caller()));
        String prefix = request.query("prefix");
        Map<String, GroupCount> groups = new TreeMap<>();
        boolean[] more = {false};
        metrics.timed("list", () -> {
            LockPages.each(locks, LockQuery.ALL.prefix(prefix), view -> {
                if (filter.matches(view)) {
                    int slash = view.resource().indexOf('/', prefix.length());
                    String group = slash < 0 ? prefix : view.resource().substring(0, slash + 1);
                    more[0] = groups.size() == MAX_GROUPS && !groups.containsKey(group);
                    if (!more[0]) {
                        GroupCount count = groups.computeIfAbsent(group, name -> new GroupCount());
                        count.locks++;
                        count.waiting += view.waiting();
                    }
                }
                return !more[0];
            });
            return true;
        });
        return Answer.ok(new JsonAnswer()
                .with(
                        "groups",
                        groups.entrySet().stream()
                                .map(entry -> new JsonAnswer()
                                        .with("prefix", entry.getKey())
                                        .with("locks", entry.getValue().locks)
                                        .with("waiting", entry.getValue().waiting)
                                        .tree())
                                .toList())
                .with("more", more[0])
                .tree());
    }
}
