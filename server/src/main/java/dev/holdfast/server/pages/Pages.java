package dev.holdfast.server.pages;

import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Responses;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The files of the pages for users. Their content policy allows no other origin. */
public final class Pages implements Handler<HttpServerRequest> {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES = Map.of(
            ".html", "text/html; charset=utf-8",
            ".css", "text/css; charset=utf-8",
            ".js", "text/javascript; charset=utf-8",
            ".json", "application/json",
            ".svg", "image/svg+xml");

    private static final List<String> DASHBOARD = List.of(
            "ui/ask.js",
            "ui/attention.js",
            "ui/charts.js",
            "ui/contention.js",
            "ui/dom.js",
            "ui/export.js",
            "ui/live.js",
            "ui/locks.js",
            "ui/owner.js",
            "ui/past.js",
            "ui/requests.js",
            "ui/resource.js",
            "ui/row.js",
            "ui/rows.js",
            "ui/search.js",
            "ui/session.js",
            "ui/time.js",
            "ui/timeline.js",
            "ui/tokens.js");

    private static final List<String> CLIENT = List.of(
            "holdfast.js",
            "holdfast-editing.js",
            "holdfast-worker.js",
            "holdfast/asking.js",
            "holdfast/conversation.js",
            "holdfast/draft.js",
            "holdfast/feed.js",
            "holdfast/german.js",
            "holdfast/heartbeat-timer.js",
            "holdfast/hold.js",
            "holdfast/inbox.js",
            "holdfast/link.js",
            "holdfast/messages.js",
            "holdfast/names.js",
            "holdfast/notices.js",
            "holdfast/moments.js",
            "holdfast/refusals.js",
            "holdfast/requests.js",
            "holdfast/background-heartbeats.js",
            "holdfast/stream.js",
            "holdfast/tab.js",
            "holdfast/time.js");

    private final Class<?> beside;
    private final Map<String, Page> pages = new HashMap<>();

    /** Creates an empty set. Files are loaded from the package of the class. */
    public Pages(Class<?> beside) {
        this.beside = beside;
    }

    /** Returns the dashboard, the API documentation, and the example. */
    public static Pages ofServer() {
        return new Pages(Pages.class)
                .at("/", "index.html")
                .at("/resource", "index.html")
                .at("/owner", "index.html")
                .at("/contention", "index.html")
                .at("/tokens", "index.html")
                .with("dashboard.css", "dashboard.js")
                .with(DASHBOARD.toArray(String[]::new))
                .at("/docs", "docs.html")
                .with("docs.css", "docs.js", "openapi.json", "icon.svg")
                .at("/example", "example.html")
                .with("example.css", "example.js");
    }

    /** Returns the scripts for browsers. */
    public static Pages ofClient() {
        return new Pages(Pages.class).with(CLIENT.toArray(String[]::new));
    }

    /** Returns whether a path belongs to the client for browsers. */
    public static boolean isScript(String path) {
        return CLIENT.contains(path.substring(1));
    }

    /** Adds each file under its own name. */
    public Pages with(String... files) {
        for (String file : files) {
            at("/" + file, file);
        }
        return this;
    }

    /** Adds a file at a path. */
    public Pages at(String path, String file) {
        pages.put(path, page(file));
        return this;
    }

    /** A file in memory. */
    private record Page(String type, Buffer content) {}

    private Page page(String name) {
        try (InputStream file = beside.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing.");
            }
            return new Page(
                    Objects.requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.')))),
                    Buffer.buffer(file.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether there is a page at this path. */
    public boolean has(String path) {
        return pages.containsKey(path);
    }

    @Override
    public void handle(HttpServerRequest request) {
        Responses.show(request, () -> {
            Page page = pages.get(request.path());
            if (page == null) {
                throw Problem.missing("There is no such page.");
            }
            request.response()
                    .putHeader("Content-Type", page.type())
                    .putHeader("Content-Security-Policy", POLICY)
                    .putHeader("Referrer-Policy", "no-referrer")
                    .putHeader("Cache-Control", "no-cache")
                    .end(page.content());
        });
    }
}
