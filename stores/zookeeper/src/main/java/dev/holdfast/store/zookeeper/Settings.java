package dev.holdfast.store.zookeeper;

import dev.holdfast.internal.base.Encryption;
import dev.holdfast.internal.base.StoreAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.common.X509Exception;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/**
 * The settings in an address.
 *
 * @param base the path of the node that everything is beneath
 * @param timeout of one call
 */
record Settings(StoreAddress address, String base, Duration timeout) {
    static final String SCHEME = "zookeeper";

    private static final int PORT = 2181;
    private static final String DEFAULT_PATH = "holdfast";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    /** Lists of many names may be longer than the megabyte that the client takes unless it is told otherwise. */
    private static final int MAX_ANSWER = 256 << 20;

    private static final String EXAMPLE = "Write zookeeper://zk1:2181,zk2:2181,zk3:2181/app/locks, or with a login"
            + " zookeeper://user:password@zk1:2281/app/locks?tls=on.";
    private static final Map<String, String> TLS = Map.of(
            "truststore", "zookeeper.ssl.trustStore.location",
            "truststore-password", "zookeeper.ssl.trustStore.password",
            "keystore", "zookeeper.ssl.keyStore.location",
            "keystore-password", "zookeeper.ssl.keyStore.password");

    static Settings of(String text) {
        StoreAddress address = StoreAddress.parse(text, PORT, EXAMPLE);
        if (!address.scheme().equals(SCHEME)) {
            throw new IllegalArgumentException(
                    "'" + address.scheme() + "' is not the scheme of a ZooKeeper. " + EXAMPLE);
        }
        address.requireKnown(known());
        Duration timeout = address.duration("timeout", DEFAULT_TIMEOUT);
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("The timeout of the address " + address + " must be longer than 0.");
        }
        boolean tls = address.flag("tls", false);
        for (String option : TLS.keySet()) {
            if (!tls && address.options().containsKey(option)) {
                throw new IllegalArgumentException(
                        "The address " + address + " has the option " + option + " without tls=on.");
            }
        }
        if (address.user().isEmpty() != address.password().isEmpty()) {
            throw new IllegalArgumentException(
                    "The address " + address + " needs both user and password, or neither. " + EXAMPLE);
        }
        Settings settings = new Settings(address, base(address), timeout);
        settings.login();
        return settings;
    }

    private static Set<String> known() {
        Set<String> known = new HashSet<>(TLS.keySet());
        known.addAll(Set.of("timeout", "tls"));
        return known;
    }

    private static String base(StoreAddress address) {
        String base = "/" + (address.path().isEmpty() ? DEFAULT_PATH : address.path());
        try {
            PathUtils.validatePath(base);
            return base;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + address.path() + "' is not a path in ZooKeeper: " + e.getMessage() + ". " + EXAMPLE, e);
        }
    }

    /** Returns the hosts as ZooKeeper's client takes them. */
    String hosts() {
        return address.hosts().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    /** Returns whether nodes belong to the user of the address; otherwise they belong to all. */
    boolean owned() {
        return !address.user().isEmpty();
    }

    /** Returns the rights of every node that is made: all for its maker, or all for all users. */
    List<ACL> rights() {
        // ZooKeeper's client looks for null in it, which List.of does not bear.
        return Collections.singletonList(
                new ACL(ZooDefs.Perms.ALL, owned() ? new Id("auth", "") : new Id("world", "anyone")));
    }

    /** Returns what the servers are told by digest, which is the password itself; TLS always checks their certificates. */
    String login() {
        Encryption encryption = address.flag("tls", false) ? Encryption.CHECKED : Encryption.NONE;
        return address.user() + ":"
                + address.password(encryption, "name the secure port and add the options tls=on and truststore=FILE");
    }

    ZKClientConfig client() {
        Map<String, String> properties = new HashMap<>();
        properties.put(ZKConfig.JUTE_MAXBUFFER, Integer.toString(MAX_ANSWER));
        properties.put(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(timeout.toMillis()));
        // User and password are told by digest; Kerberos is not offered.
        properties.put(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        if (address.flag("tls", false)) {
            properties.put(ZKClientConfig.SECURE_CLIENT, "true");
            properties.put(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
            properties.put("zookeeper.ssl.hostnameVerification", "true");
            TLS.forEach((option, property) -> {
                String value = address.option(option, "");
                if (!value.isEmpty()) {
                    properties.put(property, value);
                }
            });
        }
        ZKClientConfig config = new ZKClientConfig();
        properties.forEach(config::setProperty);
        return config;
    }

    /** Refuses key and trust stores that are not there or cannot be read: the client would only go on trying. */
    void requireUsableKeys() {
        if (!address.flag("tls", false)) {
            return;
        }
        try (ClientX509Util keys = new ClientX509Util()) {
            keys.createSSLContext(client());
        } catch (X509Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw Failure.unwritable(
                    this,
                    "the truststore or keystore of the address is not usable (" + cause.getMessage()
                            + "); check its path, its ending (.p12, .jks or .pem) and its password.");
        }
    }

    /** Returns the address as people may see it. */
    @Override
    public String toString() {
        return address.toString();
    }
}
