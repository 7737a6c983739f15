package dev.holdfast.server;

import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.Settings;
import dev.holdfast.server.webhooks.WebhookOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a server.
 *
 * @param port 0 for any that is free
 * @param signIn how callers sign in; null for no sign-in, and then the server listens on this machine only
 * @param tls the certificate of the server; null for no TLS
 * @param audit where it writes its audit log; null for none
 * @param socket the Unix socket that it listens on; null for none
 * @param web the operator's own pages, and pages of other origins
 * @param protocols the protocols of other tools that it speaks, with the section of each
 * @param webhooks the programs that it calls when something happens to a lock
 */
public record ServerOptions(
        String host,
        int port,
        @Nullable SignInOptions signIn,
        @Nullable TlsOptions tls,
        LimitOptions limits,
        @Nullable AuditOptions audit,
        @Nullable SocketOptions socket,
        WebOptions web,
        Map<String, Settings> protocols,
        WebhookOptions webhooks) {
    /** The port of a server that names none. */
    public static final int DEFAULT_PORT = 7420;
    /** A server for this machine alone, at the default port. */
    public static final ServerOptions DEFAULT = new ServerOptions("127.0.0.1", DEFAULT_PORT);

    public ServerOptions {
        protocols = Map.copyOf(protocols);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("A port must be between 0 and 65535, not " + port + ".");
        }
    }

    /** Makes options without sign-in and TLS. */
    public ServerOptions(String host, int port) {
        this(host, port, null, null, LimitOptions.LOCAL, null, null, WebOptions.NONE, Map.of(), WebhookOptions.NONE);
    }

    /** Returns a copy with another port. */
    public ServerOptions port(int newPort) {
        return new ServerOptions(host, newPort, signIn, tls, limits, audit, socket, web, protocols, webhooks);
    }

    /** Returns the same with sign-in, and with the default limits for it. */
    public ServerOptions signIn(SignInOptions newSignIn) {
        return new ServerOptions(
                host, port, newSignIn, tls, LimitOptions.SIGNED_IN, audit, socket, web, protocols, webhooks);
    }

    /** Returns a copy with a certificate; null for no TLS. */
    public ServerOptions tls(@Nullable TlsOptions newTls) {
        return new ServerOptions(host, port, signIn, newTls, limits, audit, socket, web, protocols, webhooks);
    }

    /** Returns a copy with other limits. */
    public ServerOptions limits(LimitOptions newLimits) {
        return new ServerOptions(host, port, signIn, tls, newLimits, audit, socket, web, protocols, webhooks);
    }

    /** Returns a copy with an audit log; null for none. */
    public ServerOptions audit(@Nullable AuditOptions newAudit) {
        return new ServerOptions(host, port, signIn, tls, limits, newAudit, socket, web, protocols, webhooks);
    }

    /** Returns a copy with a Unix socket; null for none. */
    public ServerOptions socket(@Nullable SocketOptions newSocket) {
        return new ServerOptions(host, port, signIn, tls, limits, audit, newSocket, web, protocols, webhooks);
    }

    /** Returns a copy with other pages. */
    public ServerOptions web(WebOptions newWeb) {
        return new ServerOptions(host, port, signIn, tls, limits, audit, socket, newWeb, protocols, webhooks);
    }

    /** Returns a copy that speaks other protocols. */
    public ServerOptions protocols(Map<String, Settings> newProtocols) {
        return new ServerOptions(host, port, signIn, tls, limits, audit, socket, web, newProtocols, webhooks);
    }

    /** Returns a copy with other webhooks. */
    public ServerOptions webhooks(WebhookOptions newWebhooks) {
        return new ServerOptions(host, port, signIn, tls, limits, audit, socket, web, protocols, newWebhooks);
    }

    /** Returns whether it listens on the port. */
    boolean hasPort() {
        return socket == null || !socket.alone();
    }
}
