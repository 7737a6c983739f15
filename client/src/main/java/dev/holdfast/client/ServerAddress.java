package dev.holdfast.client;

import dev.holdfast.internal.base.Loopback;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server.
 *
 * @param socket its Unix socket; null if it is reached over TCP
 */
record ServerAddress(String base, @Nullable UnixSocketAddress socket) {
    static ServerAddress parse(String address) {
        if (address.startsWith(UnixSocketAddress.SCHEME)) {
            return new ServerAddress(address, UnixSocketAddress.parse(address));
        }
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            // Without its cause, which quotes the address: it may hold a password.
            throw new IllegalArgumentException(
                    "This is not the address of a server. Use an address such as https://locks.example.org or"
                            + " http://127.0.0.1:7420.");
        }
        String scheme = uri.getScheme();
        if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
            throw new IllegalArgumentException(
                    "The address of a server must begin with https://, http:// or unix:, as in https://locks.example.org.");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "The address of a server must have a host, as in http://127.0.0.1:7420.");
        }
        if (uri.getUserInfo() != null
                || uri.getQuery() != null
                || uri.getFragment() != null
                || address.indexOf(';') >= 0) {
            throw new IllegalArgumentException(
                    "The address of a server must have neither a user nor a query nor a semicolon, since it is shown"
                            + " in messages. Store the token with: holdfast token use");
        }
        return new ServerAddress(address.endsWith("/") ? address.substring(0, address.length() - 1) : address, null);
    }

    /** Returns a transport to the server. Does not connect yet. */
    Transport transport() {
        return socket == null ? new HttpTransport(base) : new SocketTransport(socket, SocketTransport.CONNECT);
    }

    /** Returns scheme, host and port in normal form, which a token is bound to; for a socket its path. */
    String origin() {
        if (socket != null) {
            return UnixSocketAddress.SCHEME + socket.path().toUri().getRawPath();
        }
        URI uri = URI.create(base);
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        boolean defaultPort = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + (defaultPort ? "" : ":" + uri.getPort());
    }

    /**
     * Returns whether the connection is confidential: with TLS, or on this machine. A host name does not count as this machine,
     * since it may resolve to any address.
     */
    boolean isConfidential() {
        if (socket != null) {
            return true;
        }
        URI uri = URI.create(base);
        return uri.getScheme().equalsIgnoreCase("https") || Loopback.isNamedBy(uri.getHost());
    }

    /** Returns the path and query of a call. The values are escaped, slashes included. */
    static String call(String path, String... values) {
        StringBuilder call = new StringBuilder(path);
        for (String value : values) {
            int open = call.indexOf("{}");
            call.replace(open, open + 2, escaped(value));
        }
        return call.toString();
    }

    private static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
