package dev.holdfast.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Chromium of this machine, for several users with their own cookies. */
public final class Chromium implements AutoCloseable {
    /** The timeout in milliseconds. It only ends calls that hang, also on a busy machine. */
    public static final int PATIENCE = 60_000;

    /** Options so that it needs no rights and makes no requests of its own. */
    private static final List<String> QUIET = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private static @Nullable Chromium shared;

    private final Playwright playwright =
            Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private final Browser browser = playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(onPath().orElseThrow())
                    .setArgs(QUIET));

    private Chromium() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    }

    /** Returns whether there is one on the PATH. */
    public static boolean installed() {
        return onPath().isPresent();
    }

    public static Chromium start() {
        return new Chromium();
    }

    /**
     * Returns the browser of this JVM, which ends with it. Starts it if it is not there or has crashed. Each test calls
     * this again and ends with {@link #leave}.
     */
    public static synchronized Chromium shared() {
        if (shared == null || !shared.browser.isConnected()) {
            shared = startAside();
        }
        return shared;
    }

    /** Starts it in a thread that keeps no JVM from ending. The threads that it starts are of the same kind. */
    private static Chromium startAside() {
        FutureTask<Chromium> starting = new FutureTask<>(Chromium::start);
        Thread thread = new Thread(starting, "chromium");
        thread.setDaemon(true);
        thread.start();
        try {
            return starting.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Chromium does not start.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Closes all pages of the shared browser, with their cookies. A browser that fails to do so is abandoned. */
    public static synchronized void leave() {
        if (shared == null) {
            return;
        }
        try {
            shared.browser.contexts().forEach(BrowserContext::close);
        } catch (PlaywrightException e) {
            shared.abandon();
            shared = null;
        }
    }

    private void abandon() {
        try {
            close();
        } catch (PlaywrightException e) {
            // It has already ended, or ends with the driver, which ends with this JVM.
        }
    }

    private static Optional<Path> onPath() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public Browser browser() {
        return browser;
    }

    /** Returns a page of a new user who has opened that address. */
    public Page page(String address, Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(PATIENCE);
        Page page = context.newPage();
        page.navigate(address);
        return page;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
