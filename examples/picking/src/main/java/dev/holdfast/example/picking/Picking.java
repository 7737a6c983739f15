package dev.holdfast.example.picking;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.LockManager;
import dev.holdfast.example.picking.data.Tables;
import dev.holdfast.example.picking.web.PageServlet;
import dev.holdfast.servlet.ServletLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.http.Rfc6265CookieProcessor;

/** The running application: Tomcat with a few servlets, on one PostgreSQL that has the orders and the locks. */
public final class Picking implements AutoCloseable {
    private final HikariDataSource pool;
    private final Tomcat tomcat;
    private final StandardContext context;

    private Picking(HikariDataSource pool, Tomcat tomcat, StandardContext context) {
        this.pool = pool;
        this.tomcat = tomcat;
        this.context = context;
    }

    /** Starts it on this machine. Several on one database act as one. */
    public static Picking start(PickingOptions options) {
        HikariDataSource pool = pool(options.database());
        boolean done = false;
        try {
            Tables.make(pool);
            Picking picking = started(pool, options);
            done = true;
            return picking;
        } finally {
            if (!done) {
                pool.close();
            }
        }
    }

    private static HikariDataSource pool(String database) {
        URI address = URI.create(database);
        String user = address.getUserInfo();
        if (!"postgresql".equals(address.getScheme()) || user == null || !user.contains(":")) {
            throw new IllegalArgumentException(
                    "The database is postgresql://user:password@host:port/database; write it so.");
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://" + address.getHost()
                + (address.getPort() < 0 ? "" : ":" + address.getPort()) + address.getPath());
        config.setUsername(user.substring(0, user.indexOf(':')));
        config.setPassword(user.substring(user.indexOf(':') + 1));
        return new HikariDataSource(config);
    }

    private static Picking started(HikariDataSource pool, PickingOptions options) {
        Tomcat tomcat = new Tomcat();
        tomcat.setSilent(true);
        tomcat.setBaseDir(work().toString());
        tomcat.setPort(options.port());
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        context.addServletContainerInitializer(new PickingListener(pool, options.lease()), null);
        // A page of another site cannot claim or release anything in a user's name.
        Rfc6265CookieProcessor cookies = new Rfc6265CookieProcessor();
        cookies.setSameSiteCookies("strict");
        context.setCookieProcessor(cookies);
        context.setSessionCookieName("picking");
        Wrapper pages = Tomcat.addServlet(context, "pages", new PageServlet());
        pages.addMapping("/");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("The web server does not start: " + e.getMessage(), e);
        }
        if (tomcat.getConnector().getState() != LifecycleState.STARTED
                || context.getState() != LifecycleState.STARTED) {
            stop(tomcat);
            throw new IllegalStateException("The web server does not start: is port " + options.port()
                    + " of this machine taken? Choose another by --port.");
        }
        return new Picking(pool, tomcat, context);
    }

    private static Path work() {
        try {
            return Files.createTempDirectory("picking");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its address. */
    public String address() {
        return "http://127.0.0.1:" + tomcat.getConnector().getLocalPort();
    }

    public LockManager locks() {
        return ServletLocks.of(context.getServletContext()).locks();
    }

    @Override
    public void close() {
        stop(tomcat);
        pool.close();
    }

    private static void stop(Tomcat tomcat) {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
