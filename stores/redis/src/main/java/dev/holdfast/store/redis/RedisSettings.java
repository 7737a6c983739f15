package dev.holdfast.store.redis;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.internal.base.StoreAddress.HostPort;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings in an address.
 *
 * @param database the number of the database
 * @param timeout the bound of one call
 * @param prefix the beginning of all keys, as their hash tag
 * @param replicas how many replicas must have a change before it is answered
 * @param quiet for how long nothing is changed after the server may have lost something
 */
record RedisSettings(
        StoreAddress address,
        int database,
        Duration timeout,
        String prefix,
        int replicas,
        Concern eviction,
        Concern persistence,
        Duration quiet) {
    static final Set<String> SCHEMES = Set.of("redis", "rediss");

    private static final String EXAMPLE =
            "Write redis://127.0.0.1:6379, or rediss://user:password@host:6379/0?timeout=5s.";
    private static final Set<String> OPTIONS =
            Set.of("timeout", "prefix", "wait", "eviction", "persistence", "quiet", "ca", "cert", "key");
    private static final int PORT = 6379;
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:/-]{0,99}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    static RedisSettings of(String text) {
        StoreAddress address = StoreAddress.parse(text, PORT, EXAMPLE);
        if (!SCHEMES.contains(address.scheme())) {
            throw new IllegalArgumentException("The address " + address + " does not begin with redis://. " + EXAMPLE);
        }
        address.requireKnown(OPTIONS);
        if (address.hosts().size() > 1) {
            throw new IllegalArgumentException(
                    "The address " + address + " names several servers; name the one that takes changes. " + EXAMPLE);
        }
        Duration timeout = address.duration("timeout", Duration.ofSeconds(10));
        Duration quiet = address.duration("quiet", Duration.ofSeconds(3));
        if (timeout.isNegative() || timeout.isZero() || quiet.isNegative()) {
            throw new IllegalArgumentException("The address " + address + " has a timeout that leaves no time.");
        }
        requireTls(address);
        RedisSettings settings = new RedisSettings(
                address,
                number(address, "number of the database", address.path(), 0),
                timeout,
                prefix(address),
                number(address, "option wait", address.option("wait", ""), 0),
                Concern.of(address, "eviction", Concern.REFUSE),
                Concern.of(address, "persistence", Concern.WARN),
                quiet);
        settings.password();
        return settings;
    }

    /** Returns the password to send; the driver checks the certificate and the name of every server that it speaks TLS with. */
    String password() {
        return address.password(
                tls() ? Encryption.CHECKED : Encryption.NONE,
                "begin the address with rediss://, with the option ca=FILE for an authority of your own");
    }

    private static void requireTls(StoreAddress address) {
        boolean files = address.options().containsKey("ca")
                || address.options().containsKey("cert")
                || address.options().containsKey("key");
        if (files && address.scheme().equals("redis")) {
            throw new IllegalArgumentException(
                    "The address " + address + " has options for TLS; write rediss:// to use it.");
        }
        if (address.options().containsKey("cert") != address.options().containsKey("key")) {
            throw new IllegalArgumentException(
                    "The address " + address + " needs both the options cert and key, or neither.");
        }
    }

    private static String prefix(StoreAddress address) {
        String prefix = address.option("prefix", "holdfast");
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("The option prefix of the address " + address
                    + " must be up to 100 letters, digits and _ . : / - and begin with a letter or digit, not '"
                    + prefix
                    + "'.");
        }
        return prefix;
    }

    private static int number(StoreAddress address, String what, String text, int otherwise) {
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "The " + what + " in the address " + address + " must be a small number, not '" + text + "'.");
        }
        return Integer.parseInt(text);
    }

    HostPort server() {
        return address.hosts().get(0);
    }

    boolean tls() {
        return address.scheme().equals("rediss");
    }

    /** Returns the beginning of all keys. In a cluster, the part in braces decides where a key is, so that all are in one place. */
    String tag() {
        return '{' + prefix + '}';
    }

    byte[] key(String name) {
        return NameBytes.bytes(tag() + ':' + name);
    }

    /** Returns how to open it again, without secrets. */
    String shown() {
        return prefix.equals("holdfast") ? address.toString() : address + "?prefix=" + prefix;
    }
}
