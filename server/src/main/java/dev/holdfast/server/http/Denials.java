package dev.holdfast.server.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Who was kept from what, for those who look after the server. Secrets are not in it. */
final class Denials {
    private static final Logger LOG = System.getLogger("dev.holdfast.server.access");
    private static final String HOLDS = "/v1/holds/";

    private Denials() {}

    static void log(HttpServerRequest request, String caller, Problem problem) {
        if (problem.isDenial() && LOG.isLoggable(Level.INFO)) {
            SocketAddress remote = request.remoteAddress();
            LOG.log(
                    Level.INFO,
                    plain("Refused " + request.method().name() + " " + what(request.path()) + " to "
                            + (caller.isEmpty() ? "somebody unknown" : caller) + " at "
                            + (remote == null ? "an unknown address" : remote.hostAddress()) + ": "
                            + problem.getMessage()));
        }
    }

    /** The path without the receipt in it, which is a secret. */
    private static String what(String path) {
        return path.startsWith(HOLDS) ? HOLDS + "…" : path;
    }

    /** On one line, whatever somebody wrote into it. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (Character.isISOControl(plain.charAt(i))) {
                plain.setCharAt(i, '?');
            }
        }
        return plain.toString();
    }
}
