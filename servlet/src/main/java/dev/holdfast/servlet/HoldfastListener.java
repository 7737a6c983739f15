package dev.holdfast.servlet;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.rules.Durations;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
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
 * Gives a web application its locks when it starts, and closes them when it ends, with what its sessions
 * hold. Declare it as a listener; a program that has its container within, such as Tomcat, and makes the instance itself,
 * adds it as an initializer. Goes by parameters of the context, or by what a subclass says:
 *
 * <ul>
 *   <li>{@code holdfast.datasource}: the name of the application's {@code DataSource} in JNDI, such as {@code jdbc/orders}
 *   <li>{@code holdfast.store}: the address of a store, for locks that are elsewhere
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
            locks = ServletLocks.addTo(context, location, options);
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

    /** Where the locks are. */
    protected LockLocation location(ServletContext context) {
        String address = context.getInitParameter("holdfast.store");
        if (address != null) {
            return LockLocation.apart(LockManager.open(address, ManagerOptions.USUAL.policies(policies())));
        }
        String name = context.getInitParameter("holdfast.datasource");
        if (name == null) {
            throw new IllegalStateException(
                    "There is no place for locks: set the context parameter holdfast.datasource to the name of the"
                            + " application's DataSource, or holdfast.store to the address of a store.");
        }
        return in(named(name));
    }

    /** In that database of the application, by the policies. */
    protected final LockLocation in(DataSource source) {
        return LockLocation.in(source, SqlOptions.USUAL, ManagerOptions.USUAL.policies(policies()));
    }

    @SuppressWarnings("BanJNDI") // a name that the application's own descriptor says
    private static DataSource named(String name) {
        try {
            return InitialContext.doLookup(name.contains(":") ? name : "java:comp/env/" + name);
        } catch (NamingException e) {
            throw new IllegalStateException(
                    "There is no DataSource by the name " + name + ", which holdfast.datasource says.", e);
        }
    }

    /** What applies to the locks. */
    protected Policies policies() {
        return Policies.of(Preset.OFFLINE);
    }

    /** What the parameters of the context say. */
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

    /** The locks are there: the place to add servlets that use them. */
    protected void started(ServletContext context, ServletLocks newLocks) {}
}
