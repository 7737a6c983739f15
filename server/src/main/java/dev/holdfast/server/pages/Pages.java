package dev.holdfast.server.pages;

import dev.holdfast.server.http.Front;
import dev.holdfast.server.http.Problem;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The files of the pages for people. They need nothing from elsewhere, and are forbidden to ask for it. */
public final class Pages implements Handler<HttpServerRequest> {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<String, Page> pages = Map.of(
            "/", page("index.html", "text/html; charset=utf-8"),
            "/dashboard.css", page("dashboard.css", "text/css; charset=utf-8"),
            "/dashboard.js", page("dashboard.js", "text/javascript; charset=utf-8"),
            "/timeline.js", page("timeline.js", "text/javascript; charset=utf-8"),
            "/docs", page("docs.html", "text/html; charset=utf-8"),
            "/docs.css", page("docs.css", "text/css; charset=utf-8"),
            "/docs.js", page("docs.js", "text/javascript; charset=utf-8"),
            "/openapi.json", page("openapi.json", "application/json"),
            "/icon.svg", page("icon.svg", "image/svg+xml"));

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
