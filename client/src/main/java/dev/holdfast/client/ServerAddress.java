package dev.holdfast.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where a server is. */
record ServerAddress(String base) {
    static ServerAddress parse(String address) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "That is no address of a server; one looks like https://locks.example.org or"
                            + " http://127.0.0.1:7420.",
                    e);
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("The address of a server names its host, as in http://127.0.0.1:7420.");
        }
        if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
            throw new IllegalArgumentException(
                    "The address of a server has neither a user nor a query, since it is shown"
                            + " in messages: put the token into HOLDFAST_TOKEN.");
        }
        return new ServerAddress(address.endsWith("/") ? address.substring(0, address.length() - 1) : address);
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
