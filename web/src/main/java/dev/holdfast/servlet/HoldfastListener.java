package dev.holdfast.servlet;

import dev.holdfast.HandOverRequest;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.internal.base.Durations;
import dev.holdfast.session.LockLocation;
import dev.holdfast.store.sql.SqlOptions;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens the locks of a web application when it starts, and closes them when it ends, with the locks of its sessions.
 * Declare it as a listener. A program with an embedded container, such as Tomcat, adds an instance as an initializer.
 * Configured with parameters of the context, or by a subclass:
 *
 * <ul>
 *   <li>{@code holdfast.datasource}: the name of the application's {@code DataSource} in JNDI, such as {@code jdbc/orders}
 *   <li>{@code holdfast.store}: the address of another store
 *   <li>{@code holdfast.key}, {@code holdfast.sweep}, {@code holdfast.help}, {@code holdfast.admin.role}, {@code
 *       holdfast.sessions.lasting}: {@link ServletOptions}
 * </ul>
 */
public class HoldfastListener implements ServletContextListener, ServletContainerInitializer {
    private @Nullable ServletLocks locks;

    @Override
    public final void contextInitialized(ServletContextEvent event) {
        if (locks == null) {
            start(event.getServletContext());
        }
    }

    @Override
    public final void onStartup(@Nullable Set<Class<?>> types, ServletContext context) {
        start(context);
        context.addListener(this);
    }

    private void start(ServletContext context) {
        ServletOptions options = options(context);
        LockLocation location = location(context);
        try {
            locks = ServletLocks.addTo(context, location, options, this::requested);
        } catch (RuntimeException e) {
            location.locks().close();
            throw e;
        }
        started(context, locks);
    }

    @Override
    public final void contextDestroyed(ServletContextEvent event) {
        if (locks != null) {
            locks.close();
        }
    }

    /** Opens the locks. */
    protected LockLocation location(ServletContext context) {
        String address = context.getInitParameter("holdfast.store");
        if (address != null) {
            return LockLocation.apart(LockManager.open(address, ManagerOptions.DEFAULT.policies(policies())));
        }
        String name = context.getInitParameter("holdfast.datasource");
        if (name == null) {
            throw new IllegalStateException(
                    "No store is configured for locks: set the context parameter holdfast.datasource to the name of the"
                            + " application's DataSource, or holdfast.store to the address of a store.");
        }
        return in(named(name));
    }

    /** Opens the locks in a database of the application, with the policies. */
    protected final LockLocation in(DataSource source) {
        return LockLocation.within(source, SqlOptions.DEFAULT, ManagerOptions.DEFAULT.policies(policies()));
    }

    @SuppressWarnings("BanJNDI") // the name comes from the application's own descriptor
    private static DataSource named(String name) {
        try {
            return InitialContext.doLookup(name.contains(":") ? name : "java:comp/env/" + name);
        } catch (NamingException e) {
            throw new IllegalStateException(
                    "There is no DataSource with the name " + name + " that holdfast.datasource gives.", e);
        }
    }

    /** Returns the policies of the locks. */
    protected Policies policies() {
        return Policies.of(Preset.OFFLINE);
    }

    /** Reads the options from the parameters of the context. */
    protected ServletOptions options(ServletContext context) {
        ServletOptions options = ServletOptions.DEFAULT
                .key(context.getInitParameter("holdfast.key"))
                .lasting(Boolean.parseBoolean(context.getInitParameter("holdfast.sessions.lasting")));
        String sweep = context.getInitParameter("holdfast.sweep");
        if (sweep != null) {
            options = options.sweep(sweep.equals("never") ? null : Durations.parse(sweep));
        }
        String help = context.getInitParameter("holdfast.help");
        if (help != null) {
            options = options.help(help);
        }
        String role = context.getInitParameter("holdfast.admin.role");
        return role == null ? options : options.adminRole(role);
    }

    /**
     * Called with each request to hand over that is made or answered on this node, as it is then: to notify its holder or its asker.
     * Called within the request of the browser.
     */
    protected void requested(HandOverRequest request) {}

    /** Called when the locks are open. Servlets that use them can be added here. */
    protected void started(ServletContext context, ServletLocks newLocks) {}
}
