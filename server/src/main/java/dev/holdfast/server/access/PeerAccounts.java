package dev.holdfast.server.access;

import dev.holdfast.internal.process.Account;
import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.io.IOException;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Finds the accounts at the other ends of connections to a Unix socket, as the kernel identifies them. Each is looked up once,
 * when the connection is accepted, on threads that may block.
 */
public final class PeerAccounts {
    private static final AttributeKey<Future<Account>> PEER = AttributeKey.valueOf("dev.holdfast.peer");

    private PeerAccounts() {}

    /** Looks up the account of a connection, and stores it with the connection. */
    public static Future<Account> find(HttpConnection connection, WorkerExecutor threads) {
        Channel channel = channel(connection);
        Future<Account> account = threads.executeBlocking(() -> account(channel), false);
        if (channel != null) {
            channel.attr(PEER).set(account);
        }
        return account;
    }

    private static Account account(@Nullable Channel channel) throws IOException {
        UnixDomainPrincipal peer = channel == null
                ? null
                : channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
        if (peer == null) {
            throw new IOException("the system does not name the account");
        }
        return Account.of(peer);
    }

    /** Returns the account that a request comes from, as soon as it is known. */
    public static Future<Account> of(HttpServerRequest request) {
        Channel channel = channel(request.connection());
        Future<Account> account = channel == null ? null : channel.attr(PEER).get();
        return account == null ? Future.failedFuture("the connection is not one of a socket") : account;
    }

    private static @Nullable Channel channel(HttpConnection connection) {
        return connection instanceof HttpServerConnection known
                ? known.channelHandlerContext().channel()
                : null;
    }
}
