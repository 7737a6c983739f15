package dev.holdfast.servlet;

import dev.holdfast.LockManager;
import dev.holdfast.session.CurrentLocks;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The locks of a web application, and what it has of them in its container. {@link HoldfastListener} starts and ends them. */
public final class ServletLocks implements AutoCloseable {
    private final LockManager locks;
    private final JdbcTransactions transactions;
    private final CurrentLocks current;
    private final LockGuard guard;
    private final SweepSchedule sweeps;
    private @Nullable LiveSessions sessions;

    private ServletLocks(LockLocation location, OwnerIds ownerIds, ServletOptions options) {
        this.locks = location.locks();
        this.transactions = new JdbcTransactions(location);
        this.current = new CurrentLocks(locks, ownerIds, transactions, LockMeters.NONE);
        this.guard = new LockGuard(current, LockMeters.NONE, false);
        this.sweeps = new SweepSchedule(locks, options.sweep());
    }

    /** Adds all of it to a web application that is about to start. */
    static ServletLocks addTo(ServletContext context, LockLocation location, ServletOptions options) {
        if (context.getAttribute(ServletLocks.class.getName()) != null) {
            throw new IllegalStateException(
                    "The web application has its locks already: declare one listener for them.");
        }
        OwnerIds ownerIds = new OwnerIds(options.key());
        ServletLocks all = new ServletLocks(location, ownerIds, options);
        SessionEnd end = new SessionEnd(all.locks, ownerIds, LockMeters.NONE);
        context.addListener(end);
        if (!options.lasting()) {
            all.sessions = new LiveSessions(end);
            context.addListener(all.sessions);
        }
        filter(context, new CurrentOwnerFilter(ownerIds, options.callers(), UnaryOperator.identity()));
        filter(context, new LockProblemFilter(new LockProblems(all.locks, options.help())));
        servlet(context, "/session/heartbeat", new HeartbeatServlet(new Heartbeats(all.current, LockMeters.NONE)));
        servlet(context, "/admin/locks/*", new AdminServlet(all.locks, options.callers(), options.adminRole()));
        context.setAttribute(ServletLocks.class.getName(), all);
        all.sweeps.start();
        return all;
    }

    /** Within the application's own filters: whoever they sign in is known, and what they answer is theirs. */
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

    /** Those of a web application. */
    public static ServletLocks of(ServletContext context) {
        return (ServletLocks) Objects.requireNonNull(
                context.getAttribute(ServletLocks.class.getName()),
                "The web application has no locks: declare dev.holdfast.servlet.HoldfastListener as a listener.");
    }

    /** Takes and gives back for the session of the request. */
    public CurrentLocks current() {
        return current;
    }

    /** For what is locked, loaded and saved together. */
    public JdbcTransactions transactions() {
        return transactions;
    }

    /** For mappers that nobody can use without locks. */
    public LockGuard guard() {
        return guard;
    }

    /** All of them, whoever has them. */
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
