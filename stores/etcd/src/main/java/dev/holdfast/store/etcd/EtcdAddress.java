package dev.holdfast.store.etcd;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import java.time.Duration;
import java.util.Set;

/**
 * The address of the records: some servers of one etcd, and the prefix of all keys.
 *
 * @param prefix without a slash at either end
 * @param timeout the maximum time of one call
 * @param ca a file with the certificates to trust; empty for those the JVM trusts
 * @param cert a file with the certificate to show; empty for none
 * @param key a file with the private key of that certificate
 */
record EtcdAddress(
        StoreAddress parts, String prefix, Duration timeout, boolean tls, String ca, String cert, String key) {
    static final String PLAIN = "etcd";
    static final String OVER_TLS = "etcds";

    private static final int PORT = 2379;
    private static final String PREFIX = "holdfast";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    private static final String EXAMPLE = "Write etcd://127.0.0.1:2379/locks, or with more servers and a login"
            + " etcd://user:password@one:2379,two:2379/locks?tls=on.";

    static EtcdAddress parse(String address) {
        StoreAddress parts = StoreAddress.parse(address, PORT, EXAMPLE);
        parts.requireKnown(Set.of("timeout", "tls", "ca", "cert", "key"));
        boolean tls = parts.flag("tls", parts.scheme().equals(OVER_TLS));
        String ca = parts.option("ca", "");
        String cert = parts.option("cert", "");
        String key = parts.option("key", "");
        Duration timeout = parts.duration("timeout", TIMEOUT);
        if (timeout.compareTo(MIN_TIMEOUT) < 0) {
            throw new IllegalArgumentException("The timeout of " + parts + " must be at least 100ms. " + EXAMPLE);
        }
        if (!tls && !(ca + cert + key).isEmpty()) {
            throw new IllegalArgumentException(
                    "The address " + parts + " names certificates but no TLS: begin it with etcds:// or add tls=on.");
        }
        if (cert.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException(
                    "The address " + parts + " needs both cert and key, the files of one certificate, or neither.");
        }
        EtcdAddress parsed = new EtcdAddress(parts, prefix(parts.path()), timeout, tls, ca, cert, key);
        parsed.password();
        return parsed;
    }

    /** Returns the password to send; certificates and names of servers are checked wherever TLS is spoken. */
    String password() {
        return parts.password(
                tls ? Encryption.CHECKED : Encryption.NONE,
                "begin the address with etcds://, with the option ca=FILE for an authority of your own");
    }

    private static String prefix(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && path.charAt(from) == '/') {
            from++;
        }
        while (to > from && path.charAt(to - 1) == '/') {
            to--;
        }
        return from == to ? PREFIX : path.substring(from, to);
    }

    /** Returns the servers as people name them. */
    String hosts() {
        StringBuilder text = new StringBuilder();
        for (StoreAddress.HostPort host : parts.hosts()) {
            text.append(text.isEmpty() ? "" : ", ").append(host);
        }
        return text.toString();
    }
}
