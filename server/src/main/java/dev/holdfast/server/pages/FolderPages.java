package dev.holdfast.server.pages;

import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Responses;
import dev.holdfast.server.http.UrlPath;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Serves the operator's own pages below {@code /pages/}. Changes of the files are seen after a second. Used on event loops. */
public final class FolderPages {
    private static final Logger LOG = System.getLogger("dev.holdfast.server");
    private static final String ROOT = "/pages";
    private static final String INDEX = "index.html";
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private final Vertx vertx;
    private final PageFolder folder;
    private final AtomicReference<State> state;

    /**
     * The files as last read.
     *
     * @param reading the next reading, which has begun; null for none
     */
    private record State(
            Map<String, PageFolder.StaticFile> pages,
            long read,
            @Nullable Future<Map<String, PageFolder.StaticFile>> reading) {}

    /**
     * Reads the folder.
     *
     * @throws IOException if it cannot be read, or has too much in it
     */
    public FolderPages(Vertx vertx, Path folder) throws IOException {
        this.vertx = vertx;
        this.folder = new PageFolder(folder);
        this.state = new AtomicReference<>(new State(this.folder.read(), System.nanoTime(), null));
    }

    /** Returns whether a path is one of these pages, there or not. */
    public static boolean covers(String path) {
        return path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /** Answers a request for a page. */
    public void handle(HttpServerRequest request) {
        Future<Map<String, PageFolder.StaticFile>> pages = current();
        if (pages.isComplete()) {
            Responses.show(request, () -> show(request, pages.result()));
        } else {
            // Another request may have begun to read, on another event loop.
            Context context = vertx.getOrCreateContext();
            pages.onComplete(done ->
                    context.runOnContext(go -> Responses.show(request, () -> show(request, pages.result()))));
        }
    }

    /** Returns the files, read again if they were read a while ago. At most one reading is under way. */
    private Future<Map<String, PageFolder.StaticFile>> current() {
        State now = Objects.requireNonNull(state.get());
        if (now.reading() != null) {
            return now.reading();
        }
        if (System.nanoTime() - now.read() < FRESH) {
            return Future.succeededFuture(now.pages());
        }
        Future<Map<String, PageFolder.StaticFile>> reading =
                vertx.executeBlocking(() -> again(now.pages()), false).otherwise(now.pages());
        if (!state.compareAndSet(now, new State(now.pages(), now.read(), reading))) {
            return reading;
        }
        return reading.onComplete(done -> state.set(new State(done.result(), System.nanoTime(), null)));
    }

    private Map<String, PageFolder.StaticFile> again(Map<String, PageFolder.StaticFile> before) {
        try {
            return folder.read();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "The pages are shown as they were read before: " + e.getMessage() + ".");
            return before;
        }
    }

    private static void show(HttpServerRequest request, Map<String, PageFolder.StaticFile> pages) {
        String path = UrlPath.decoded(request.path()).substring(ROOT.length());
        boolean isFolder = path.endsWith("/");
        PageFolder.StaticFile page = pages.get(isFolder ? path.substring(1) + INDEX : path.replaceFirst("/", ""));
        if (page == null) {
            if (!isFolder && pages.containsKey((path + "/" + INDEX).substring(1))) {
                request.response()
                        .setStatusCode(308)
                        .putHeader("Location", request.path() + "/")
                        .end();
                return;
            }
            throw Problem.missing("There is no such page in the folder that this server shows.");
        }
        request.response()
                .putHeader("Content-Type", page.type())
                .putHeader("Content-Security-Policy", page.policy())
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cache-Control", "no-cache")
                .end(page.content());
    }
}
