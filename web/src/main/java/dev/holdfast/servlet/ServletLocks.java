package dev.holdfast.servlet;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
import dev.holdfast.session.HandOverCalls;
import dev.holdfast.session.HandOvers;
import dev.holdfast.session.Heartbeats;
import dev.holdfast.session.JdbcTransactions;
import dev.holdfast.session.LockGuard;
import dev.holdfast.session.LockLocation;
import dev.holdfast.session.LockMeters;
import dev.holdfast.session.LockProblems;
import dev.holdfast.session.OwnerIds;
import dev.holdfast.session.SweepSchedule;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The locks of a web application, with their filters and servlets. {@link HoldfastListener} starts and ends them. */
public final class ServletLocks implements AutoCloseable {
    private final LockManager locks;
    private final JdbcTransactions transactions;
    private final CurrentLocks current;
    private final LockGuard guard;
    private final HandOvers handOvers;
    private final SweepSchedule sweeps;
    private @Nullable LiveSessions sessions;

    private ServletLocks(
            LockLocation location, OwnerIds ownerIds, ServletOptions options, Consumer<HandOverRequest> listener) {
        this.locks = location.locks();
        this.transactions = new JdbcTransactions(location);
        this.current = new CurrentLocks(locks, ownerIds, transactions, LockMeters.NONE);
        this.guard = new LockGuard(current, LockMeters.NONE, false);
        this.handOvers = new HandOvers(locks, ownerIds, listener);
        this.sweeps = new SweepSchedule(locks, options.sweep());
    }

    /** Adds everything to a web application that is about to start. */
    static ServletLocks addTo(
            ServletContext context, LockLocation location, ServletOptions options, Consumer<HandOverRequest> listener) {
        if (context.getAttribute(ServletLocks.class.getName()) != null) {
            throw new IllegalStateException(
                    "The web application already has locks: declare only one listener for them.");
        }
        OwnerIds ownerIds = new OwnerIds(options.key());
        ServletLocks all = new ServletLocks(location, ownerIds, options, listener);
        SessionEnd end = new SessionEnd(all.locks, ownerIds, LockMeters.NONE);
        context.addListener(end);
        if (!options.lasting()) {
            all.sessions = new LiveSessions(end);
            context.addListener(all.sessions);
        }
        filter(context, new CurrentOwnerFilter(ownerIds, options.callers(), UnaryOperator.identity()));
        filter(context, new LockProblemFilter(new LockProblems(all.locks, options.help())));
        servlet(context, "/session/heartbeat", new HeartbeatServlet(new Heartbeats(all.current, LockMeters.NONE)));
        servlet(context, "/locks/*", new HandOverServlet(new HandOverCalls(all.handOvers, all.locks)));
        servlet(context, "/admin/locks/*", new AdminServlet(all.locks, options.callers(), options.adminRole()));
        context.setAttribute(ServletLocks.class.getName(), all);
        all.sweeps.start();
        return all;
    }

    /** Adds a filter after the application's own filters, so that the signed-in user is known. */
    private static void filter(ServletContext context, Filter filter) {
        FilterRegistration.Dynamic added = context.addFilter(filter.getClass().getName(), filter);
        added.setAsyncSupported(true);
        added.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, "/*");
    }

    private static void servlet(ServletContext context, String path, Servlet servlet) {
        ServletRegistration.Dynamic added =
                context.addServlet(servlet.getClass().getName(), servlet);
        added.addMapping(path);
    }

    /** Returns the locks of a web application. */
    public static ServletLocks of(ServletContext context) {
        return (ServletLocks) Objects.requireNonNull(
                context.getAttribute(ServletLocks.class.getName()),
                "The web application has no locks: declare dev.holdfast.servlet.HoldfastListener as a listener.");
    }

    /** Returns the locks of the request's session. */
    public CurrentLocks current() {
        return current;
    }

    /** Returns the transactions that contain the locks. */
    public JdbcTransactions transactions() {
        return transactions;
    }

    /** Returns the guard, for mappers that need locks. */
    public LockGuard guard() {
        return guard;
    }

    /** Returns the requests of the request's session to holders, and those to it. */
    public HandOvers handOvers() {
        return handOvers;
    }

    /** Returns the manager of all locks. */
    public LockManager locks() {
        return locks;
    }

    @Override
    public void close() {
        if (sessions != null) {
            sessions.close();
        }
        sweeps.close();
        locks.close();
    }
}
