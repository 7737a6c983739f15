package dev.holdfast.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Route;
import dev.holdfast.Lease;
import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.browser.Chromium;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A server that keeps drafts, and browsers with an empty page of it. */
final class Stage implements AutoCloseable {
    /** What applies to {@code short/…}: a ping each second. */
    static final Lease SHORT = Lease.of(Duration.ofSeconds(3));

    /** What applies to {@code idle/…}: only a person keeps it. */
    static final Lease IDLE = new Lease(null, Duration.ofMinutes(10), null);

    /** What applies to {@code fixed/…}: nothing keeps it for longer. */
    static final Lease FIXED = new Lease(Duration.ofMinutes(10), null, null);

    private static final Policy KEEPING =
            Preset.OFFLINE.policy().toBuilder().drafts(true).build();
    private static final Policies POLICIES = Policies.of(Preset.OFFLINE)
            .and(KEEPING.toBuilder().pattern("short/**").lease(SHORT).build())
            .and(KEEPING.toBuilder().pattern("idle/**").lease(IDLE).build())
            .and(KEEPING.toBuilder().pattern("fixed/**").lease(FIXED).build())
            .and(KEEPING.toBuilder().pattern("plain/**").drafts(false).build())
            .and(KEEPING);

    /** The strictest that the client is to work under. */
    private static final String SECURITY =
            "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

    private final LockManager locks;
    private final Browser browser;
    private HoldfastServer server;

    Stage(Browser browser, Path folder) {
        this.browser = browser;
        locks = LockManager.open("sqlite:" + folder.resolve("locks.db"), ManagerOptions.DEFAULT.policies(POLICIES));
        server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(0));
    }

    LockManager locks() {
        return locks;
    }

    String address() {
        return server.address();
    }

    /** Ends the server until what is returned is run. */
    Runnable interrupt() {
        int port = Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
        server.close();
        return () -> server = HoldfastServer.start(locks, ServerOptions.DEFAULT.port(port));
    }

    /** A browser of somebody who was never here. */
    BrowserContext somebody() {
        BrowserContext context = browser.newContext();
        context.setDefaultTimeout(Chromium.PATIENCE);
        context.route(
                address() + "/empty",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/html")
                        .setHeaders(Map.of("Content-Security-Policy", SECURITY))
                        .setBody("<!doctype html><title>empty</title><body></body>")));
        return context;
    }

    /** A tab of a new browser. */
    Tab tab() {
        return new Tab(somebody().newPage(), address());
    }

    @Override
    public void close() {
        Chromium.leave();
        server.close();
        locks.close();
    }
}
