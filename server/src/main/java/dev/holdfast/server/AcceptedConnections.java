package dev.holdfast.server;

import dev.holdfast.server.options.LimitOptions;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts open connections from the moment they are accepted, before TLS. Closes connections above the limits, of all clients
 * and of one network address, immediately. Thread-safe.
 */
@Sharable
final class AcceptedConnections extends ChannelInboundHandlerAdapter {
    private final LimitOptions limits;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, Integer> byAddress = new ConcurrentHashMap<>();

    AcceptedConnections(LimitOptions limits) {
        this.limits = limits;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (accepted instanceof Channel connection && !admits(connection)) {
            connection.unsafe().closeForcibly();
        } else {
            context.fireChannelRead(accepted);
        }
    }

    private boolean admits(Channel connection) {
        String address = address(connection);
        int ofAddress = address.isEmpty() ? 0 : byAddress.merge(address, 1, Integer::sum);
        int all = count.incrementAndGet();
        if (ofAddress > limits.connectionsPerAddress() || all > limits.connections() + slack()) {
            forget(address);
            return false;
        }
        connection.closeFuture().addListener(closed -> forget(address));
        return true;
    }

    /** Returns how many connections above the limit are accepted, to be answered that there are too many. */
    private int slack() {
        return 16 + limits.connections() / 100;
    }

    private void forget(String address) {
        count.decrementAndGet();
        byAddress.computeIfPresent(address, (any, open) -> open == 1 ? null : open - 1);
    }

    /** Returns the address; empty at a Unix socket. */
    private static String address(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress remote && remote.getAddress() != null
                ? remote.getAddress().getHostAddress()
                : "";
    }
}
