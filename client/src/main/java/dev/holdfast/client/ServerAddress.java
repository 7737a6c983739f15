package dev.holdfast.client;

import dev.holdfast.store.Loopback;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Where a server is. */
record ServerAddress(String base) {
    static ServerAddress parse(String address) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            // Without its cause, which quotes the address: it may hold a password.
            throw new IllegalArgumentException(
                    "That is no address of a server; one looks like https://locks.example.org or"
                            + " http://127.0.0.1:7420.");
        }
        String scheme = uri.getScheme();
        if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
            throw new IllegalArgumentException(
                    "The address of a server begins with https:// or http://, as in https://locks.example.org.");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("The address of a server names its host, as in http://127.0.0.1:7420.");
        }
        if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
            throw new IllegalArgumentException(
                    "The address of a server has neither a user nor a query, since it is shown"
                            + " in messages: keep the token with holdfast token use.");
        }
        return new ServerAddress(address.endsWith("/") ? address.substring(0, address.length() - 1) : address);
    }

    /** Returns scheme, host and port in one form, which a token is bound to. */
    String origin() {
        URI uri = URI.create(base);
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        boolean usual = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + uri.getPort());
    }

    /**
     * Returns whether no one can read along: with TLS, or on this machine. A name that is looked up does not count as this
     * machine, since the answer may be anything.
     */
    boolean isConfidential() {
        URI uri = URI.create(base);
        return uri.getScheme().equalsIgnoreCase("https") || Loopback.isNamedBy(uri.getHost());
    }

    /** The address of a call; each of the values is escaped, slashes too. */
    URI call(String path, String... values) {
        StringBuilder call = new StringBuilder(base).append(path);
        for (String value : values) {
            int open = call.indexOf("{}");
            call.replace(open, open + 2, escaped(value));
        }
        return URI.create(call.toString());
    }

    private static String escaped(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
