package dev.holdfast.internal.base;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The address of a store on a server, taken apart: {@code scheme://user:password@host:port,host:port/path?option=value}. User,
 * password, path and values may be percent-encoded.
 *
 * @param user empty if there is none
 * @param password sent only where it cannot be read on its way, see {@link #password(Encryption, String)}
 * @param path without the slash it begins with; may be empty
 * @param options by name; {@link #requireKnown} refuses those that a store does not know
 */
public record StoreAddress(
        String scheme, String user, Password password, List<HostPort> hosts, String path, Map<String, String> options) {

    /** The option of every address that accepts a connection on which others can read the password. */
    public static final String INSECURE = "insecure-password";

    private static final Pattern JDBC_OPTION = Pattern.compile("^[^?]*;|;[^&]*=");

    /** A password that cannot be printed; empty if there is none. */
    public static final class Password {
        private final String text;

        private Password(String text) {
            this.text = text;
        }

        public boolean isEmpty() {
            return text.isEmpty();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Password that && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        @Override
        public String toString() {
            return isEmpty() ? "" : "…";
        }
    }

    /** One server. */
    public record HostPort(String host, int port) {
        /** Returns the host as in an address; an IPv6 address in brackets. */
        @Override
        public String toString() {
            return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
        }
    }

    public StoreAddress {
        hosts = List.copyOf(hosts);
        options = Map.copyOf(options);
    }

    /**
     * Takes an address apart.
     *
     * @param port of a host that names none
     * @param example of an address, for the message
     * @throws IllegalArgumentException if it makes no sense; the message shows one that does, and no password
     */
    public static StoreAddress parse(String address, int port, String example) {
        int colon = address.indexOf("://");
        if (colon < 1) {
            throw new IllegalArgumentException("The address does not begin with a scheme and '://'. " + example);
        }
        String rest = address.substring(colon + 3);
        requireEncoded(rest, example);
        int question = rest.indexOf('?');
        String query = question < 0 ? "" : rest.substring(question + 1);
        String place = question < 0 ? rest : rest.substring(0, question);
        int slash = place.indexOf('/');
        String path = slash < 0 ? "" : place.substring(slash + 1);
        String authority = slash < 0 ? place : place.substring(0, slash);
        int at = authority.lastIndexOf('@');
        String login = at < 0 ? "" : authority.substring(0, at);
        int split = login.indexOf(':');
        List<HostPort> hosts = new ArrayList<>();
        for (String host : authority.substring(at + 1).split(",", -1)) {
            hosts.add(hostPort(host, port, example));
        }
        return new StoreAddress(
                address.substring(0, colon),
                decoded(split < 0 ? login : login.substring(0, split), example),
                new Password(split < 0 ? "" : decoded(login.substring(split + 1), example)),
                hosts,
                decoded(path, example),
                options(query, example));
    }

    /**
     * Throws if a password has a slash or question mark: it would make the rest a path or an option, which are shown. So would an
     * option as in JDBC, which follows a semicolon.
     */
    private static void requireEncoded(String rest, String example) {
        int end = 0;
        while (end < rest.length() && rest.charAt(end) != '/' && rest.charAt(end) != '?') {
            end++;
        }
        if (rest.indexOf('@', end) >= 0) {
            throw new IllegalArgumentException("The address has an @ behind its host. Where user, password or path have"
                    + " one of / ? @ : %, write it as %2F %3F %40 %3A %25. " + example);
        }
        if (JDBC_OPTION.matcher(rest.substring(rest.lastIndexOf('@') + 1)).find()) {
            throw new IllegalArgumentException(
                    "The address has a semicolon behind its host. Options begin with ? and are"
                            + " separated by &; write a semicolon of a name as %3B. " + example);
        }
    }

    private static HostPort hostPort(String text, int port, String example) {
        int colon = text.lastIndexOf(':');
        boolean bracketed = text.startsWith("[");
        boolean named = colon >= 0 && (!bracketed || text.lastIndexOf(']') < colon);
        String host = named ? text.substring(0, colon) : text;
        if (bracketed && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int number = named ? Integer.parseInt(text.substring(colon + 1)) : port;
            if (!host.isEmpty() && number > 0 && number < 65_536) {
                return new HostPort(host, number);
            }
        } catch (NumberFormatException e) {
            // reported below, with what else may be wrong
        }
        // Not what was written: it may be a piece of a password.
        throw new IllegalArgumentException("What the address names is not a host with a port. " + example);
    }

    private static Map<String, String> options(String query, String example) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = option.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("What follows ? is not an option like timeout=5s. " + example);
            }
            String name = decoded(option.substring(0, equals), example);
            if (options.put(name, decoded(option.substring(equals + 1), example)) != null) {
                throw new IllegalArgumentException("The option " + name + " is given twice. " + example);
            }
        }
        return options;
    }

    private static String decoded(String text, String example) {
        try {
            // A plus is a plus here: passwords have them.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Without its cause, which quotes a piece of the text.
            throw new IllegalArgumentException(
                    "A percent sign in an address must be followed by two hexadecimal digits; write %25 for the sign"
                            + " itself. " + example);
        }
    }

    /**
     * Refuses, with an {@link IllegalArgumentException}, an address that has an option which is not among them. {@link #INSECURE}
     * is known to every store.
     */
    public void requireKnown(Set<String> known) {
        Set<String> all = new TreeSet<>(known);
        all.add(INSECURE);
        for (String name : options.keySet()) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException("The address " + this + " has an unknown option '" + name
                        + "'; these are known: " + String.join(", ", all) + ".");
            }
        }
    }

    /**
     * Returns the password, to be sent over a connection of that kind. To this machine it may go in any way, to others only by TLS
     * that checks the certificate, unless the address has {@link #INSECURE}.
     *
     * @param remedy how to turn on TLS, for the message: {@code begin the address with rediss://}
     * @throws IllegalArgumentException if others could read it on its way
     */
    public String password(Encryption encryption, String remedy) {
        boolean accepted = flag(INSECURE, false);
        boolean local = hosts.stream().allMatch(host -> Loopback.isNamedBy(host.host()));
        if (password.isEmpty() || accepted || local || encryption == Encryption.CHECKED) {
            return password.text;
        }
        String why = encryption == Encryption.NONE
                ? "its connection is not sure to be encrypted"
                : "the certificate of the server is not checked";
        throw new IllegalArgumentException(
                "The password for " + this + " could be read on its way, because " + why + ". Use TLS: " + remedy
                        + ". In a network that you trust, add the option " + INSECURE + "=on instead.");
    }

    public String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    public Duration duration(String name, Duration otherwise) {
        String value = options.get(name);
        return value == null ? otherwise : Durations.parse(value);
    }

    /** Returns whether an option is on. Any value but on and off is refused. */
    public boolean flag(String name, boolean otherwise) {
        return switch (options.getOrDefault(name, otherwise ? "on" : "off")) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default ->
                throw new IllegalArgumentException("The option " + name + " of the address " + this
                        + " is on or off, not '" + options.get(name) + "'.");
        };
    }

    /** Returns the address as people may see it: how to open it again, without user, password and options. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(scheme).append("://");
        for (int i = 0; i < hosts.size(); i++) {
            text.append(i == 0 ? "" : ",").append(hosts.get(i));
        }
        return path.isEmpty() ? text.toString() : text.append('/').append(path).toString();
    }
}
