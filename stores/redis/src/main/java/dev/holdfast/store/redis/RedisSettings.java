package dev.holdfast.store.redis;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.NameBytes;
import dev.holdfast.internal.base.StoreAddress;
import dev.holdfast.internal.base.StoreAddress.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings in an address.
 *
 * @param kind the meaning of the hosts in the address
 * @param master the name of the master, for sentinels; empty otherwise
 * @param database the number of the database
 * @param timeout the bound of one call
 * @param prefix the beginning of all keys, as their hash tag
 * @param replicas how many replicas must have a change before it is answered
 * @param quiet for how long nothing is changed after the server may have lost something
 */
record RedisSettings(
        StoreAddress address,
        Kind kind,
        String master,
        int database,
        Duration timeout,
        String prefix,
        int replicas,
        Concern eviction,
        Concern persistence,
        Duration quiet) {
    static final Set<String> SCHEMES =
            Set.of("redis", "rediss", "redis-sentinel", "rediss-sentinel", "redis-cluster", "rediss-cluster");

    private static final String EXAMPLE = "Write redis://127.0.0.1:6379, rediss://user:password@host:6379/0?timeout=5s,"
            + " redis-sentinel://host,host,host/0?master=mymaster or redis-cluster://host,host,host.";
    private static final Set<String> OPTIONS =
            Set.of("timeout", "prefix", "wait", "eviction", "persistence", "quiet", "ca", "cert", "key");
    private static final String MASTER = "master";
    private static final String SENTINEL_LOGIN = "sentinel-login";
    /** Each is asked in turn, so that many would take long. */
    private static final int MAX_HOSTS = 16;

    private static final Pattern MASTER_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:/-]{0,99}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    /** The meaning of the hosts in an address. */
    enum Kind {
        /** The one server. */
        SERVER(6379),
        /** Sentinels, which know the server that takes changes. */
        SENTINELS(26_379),
        /** Nodes of a cluster, which know the node that has our slot. */
        CLUSTER(6379);

        private final int port;

        Kind(int port) {
            this.port = port;
        }

        static Kind of(String scheme) {
            return scheme.endsWith("-sentinel") ? SENTINELS : scheme.endsWith("-cluster") ? CLUSTER : SERVER;
        }
    }

    static RedisSettings of(String text) {
        Kind kind = Kind.of(text.substring(0, Math.max(0, text.indexOf(':'))));
        StoreAddress address = StoreAddress.parse(text, kind.port, EXAMPLE);
        if (!SCHEMES.contains(address.scheme())) {
            throw new IllegalArgumentException("The address " + address + " does not begin with redis://. " + EXAMPLE);
        }
        Set<String> options = new TreeSet<>(OPTIONS);
        if (kind == Kind.SENTINELS) {
            options.addAll(Set.of(MASTER, SENTINEL_LOGIN));
        }
        address.requireKnown(options);
        requireHosts(address, kind);
        Duration timeout = address.duration("timeout", Duration.ofSeconds(10));
        Duration quiet = address.duration("quiet", Duration.ofSeconds(3));
        if (timeout.isNegative() || timeout.isZero() || quiet.isNegative()) {
            throw new IllegalArgumentException("The address " + address + " has a timeout that leaves no time.");
        }
        requireTls(address);
        RedisSettings settings = new RedisSettings(
                address,
                kind,
                master(address, kind),
                number(address, "number of the database", address.path(), 0),
                timeout,
                prefix(address),
                number(address, "option wait", address.option("wait", ""), 0),
                Concern.of(address, "eviction", Concern.REFUSE),
                Concern.of(address, "persistence", Concern.WARN),
                quiet);
        if (kind == Kind.CLUSTER && settings.database() > 0) {
            throw new IllegalArgumentException("The address " + address
                    + " names a database, and a cluster has only the database 0: leave it out. " + EXAMPLE);
        }
        settings.sentinelLogin();
        settings.password(address.hosts());
        return settings;
    }

    private static void requireHosts(StoreAddress address, Kind kind) {
        int hosts = address.hosts().size();
        if (kind == Kind.SERVER && hosts > 1) {
            throw new IllegalArgumentException("The address " + address
                    + " names several servers; name the one that takes changes, or write redis-sentinel:// or"
                    + " redis-cluster://. " + EXAMPLE);
        }
        if (hosts > MAX_HOSTS) {
            throw new IllegalArgumentException("The address " + address + " names " + hosts + " hosts: name at most "
                    + MAX_HOSTS + ". " + EXAMPLE);
        }
    }

    private static String master(StoreAddress address, Kind kind) {
        String master = address.option(MASTER, "");
        if (kind == Kind.SENTINELS && !MASTER_NAME.matcher(master).matches()) {
            throw new IllegalArgumentException("The address " + address
                    + " needs the option master, the name by which the sentinels know the servers. " + EXAMPLE);
        }
        return master;
    }

    /** Returns whether another server may take over, so that it has to be found again. */
    boolean elected() {
        return kind != Kind.SERVER;
    }

    /** Returns whether sentinels want the same user and password as the servers. */
    boolean sentinelLogin() {
        return address.flag(SENTINEL_LOGIN, false);
    }

    /**
     * Returns the password to send to these hosts, which may be others than those of the address. The driver checks the
     * certificate and the name of every server that it speaks TLS with.
     */
    String password(List<HostPort> hosts) {
        StoreAddress there = new StoreAddress(
                address.scheme(), address.user(), address.password(), hosts, address.path(), address.options());
        return there.password(
                tls() ? Encryption.CHECKED : Encryption.NONE,
                "begin the address with " + secure() + ", with the option ca=FILE for an authority of your own");
    }

    private String secure() {
        return switch (kind) {
            case SERVER -> "rediss://";
            case SENTINELS -> "rediss-sentinel://";
            case CLUSTER -> "rediss-cluster://";
        };
    }

    private static void requireTls(StoreAddress address) {
        boolean files = address.options().containsKey("ca")
                || address.options().containsKey("cert")
                || address.options().containsKey("key");
        if (files && !address.scheme().startsWith("rediss")) {
            throw new IllegalArgumentException("The address " + address
                    + " has options for TLS; write rediss:// to use it, or rediss-sentinel:// or rediss-cluster://.");
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

    /** Returns the only server, or the first of the hosts that know it. */
    HostPort server() {
        return address.hosts().get(0);
    }

    /** Returns the place of the locks, for messages. */
    String place() {
        String hosts = address.hosts().stream().map(HostPort::toString).collect(Collectors.joining(","));
        return switch (kind) {
            case SERVER -> "Redis at " + hosts;
            case SENTINELS -> "Redis '" + master + "' behind the sentinels " + hosts;
            case CLUSTER -> "The Redis cluster at " + hosts;
        };
    }

    boolean tls() {
        return address.scheme().startsWith("rediss");
    }

    /** Returns the beginning of all keys. In a cluster, the part in braces decides about the slot of a key, so that one node has all. */
    String tag() {
        return '{' + prefix + '}';
    }

    byte[] key(String name) {
        return NameBytes.bytes(tag() + ':' + name);
    }

    /** Returns how to open it again, without secrets. */
    String shown() {
        String shown = address + (master.isEmpty() ? "" : "?master=" + master);
        return prefix.equals("holdfast") ? shown : shown + (master.isEmpty() ? "?" : "&") + "prefix=" + prefix;
    }
}
