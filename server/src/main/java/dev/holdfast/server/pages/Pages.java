package dev.holdfast.server.pages;

import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of the pages for people. They need nothing from elsewhere, and are forbidden to ask for it. */
public final class Pages implements Handler<HttpServerRequest> {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";

    /** The client for browsers. */
    private static final List<String> CLIENT = List.of(
            "holdfast.js",
            "holdfast-editing.js",
            "holdfast-worker.js",
            "holdfast/draft.js",
            "holdfast/feed.js",
            "holdfast/heart.js",
            "holdfast/hold.js",
            "holdfast/link.js",
            "holdfast/pings.js",
            "holdfast/stream.js",
            "holdfast/tab.js",
            "holdfast/time.js");

    private final Map<String, Page> pages = new HashMap<>();

    public Pages() {
        pages.put("/", page("index.html", HTML));
        pages.put("/dashboard.css", page("dashboard.css", CSS));
        pages.put("/dashboard.js", page("dashboard.js", SCRIPT));
        pages.put("/timeline.js", page("timeline.js", SCRIPT));
        pages.put("/docs", page("docs.html", HTML));
        pages.put("/docs.css", page("docs.css", CSS));
        pages.put("/docs.js", page("docs.js", SCRIPT));
        pages.put("/openapi.json", page("openapi.json", "application/json"));
        pages.put("/icon.svg", page("icon.svg", "image/svg+xml"));
        pages.put("/example", page("example.html", HTML));
        pages.put("/example.css", page("example.css", CSS));
        pages.put("/example.js", page("example.js", SCRIPT));
        CLIENT.forEach(file -> pages.put("/" + file, page(file, SCRIPT)));
    }

    /** A file in memory. */
    private record Page(String type, Buffer content) {}

    private static Page page(String name, String type) {
        try (InputStream file = Pages.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing.");
            }
            return new Page(type, Buffer.buffer(file.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there is a page of that path. */
    public boolean has(String path) {
        return pages.containsKey(path);
    }

    @Override
    public void handle(HttpServerRequest request) {
        Front.show(request, () -> {
            Page page = pages.get(request.path());
            if (page == null) {
                throw Problem.missing("There is no such page.");
            }
            request.response()
                    .putHeader("Content-Type", page.type())
                    .putHeader("Content-Security-Policy", POLICY)
                    .putHeader("X-Content-Type-Options", "nosniff")
                    .putHeader("Referrer-Policy", "no-referrer")
                    .putHeader("Cache-Control", "no-cache")
                    .end(page.content());
        });
    }
}
