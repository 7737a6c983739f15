package dev.holdfast.example.picking.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The pages, which come with the application. */
public final class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Map<String, String> TYPES = Map.of(
            "/queue.html", "text/html; charset=utf-8",
            "/locks.html", "text/html; charset=utf-8",
            "/queue.js", "text/javascript; charset=utf-8",
            "/locks.js", "text/javascript; charset=utf-8",
            "/calls.js", "text/javascript; charset=utf-8",
            "/picking.css", "text/css; charset=utf-8");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getServletPath().equals("/") ? "/queue.html" : request.getServletPath();
        String type = TYPES.get(path);
        if (type == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        response.setContentType(type);
        response.setHeader("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-cache");
        try (InputStream page = PageServlet.class.getResourceAsStream("/dev/holdfast/example/picking/pages" + path)) {
            if (page != null) {
                page.transferTo(response.getOutputStream());
            }
        }
    }
}
