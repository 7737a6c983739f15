package dev.holdfast.store.etcd;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.StoreAddress.HostPort;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A connection to each server, made when it is first used. One is in use at a time, until it fails. Nothing is ever sent twice
 * by them. Thread-safe.
 */
final class EtcdChannels implements AutoCloseable {
    /** A server refuses clients that ask more often than every 5 seconds whether it is still there. */
    private static final long PING_SECONDS = 10;

    private static final int MAX_CONNECT_MILLIS = 5_000;
    private static final int MAX_ANSWER = 1 << 29;
    /**
     * What would otherwise be printed on standard error: which socket library was found, and names that cannot be resolved, of
     * which the caller is told anyway. Kept here, or else their levels would be forgotten with them.
     */
    private static final List<Logger> CHATTER = List.of(
            Logger.getLogger("io.grpc.netty.TcpMetrics"), Logger.getLogger("io.grpc.internal.ManagedChannelImpl"));

    private final List<ManagedChannel> all = new ArrayList<>();
    private volatile int current;

    static {
        for (Logger logger : CHATTER) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.SEVERE);
            }
        }
    }

    EtcdChannels(EtcdAddress address) {
        for (HostPort host : address.parts().hosts()) {
            all.add(channel(address, host));
        }
    }

    private static ManagedChannel channel(EtcdAddress address, HostPort host) {
        int connect = (int) Math.min(MAX_CONNECT_MILLIS, address.timeout().toMillis());
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(host.host(), host.port())
                .disableRetry()
                .directExecutor()
                .maxInboundMessageSize(MAX_ANSWER)
                .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(address.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connect);
        return address.tls()
                ? builder.sslContext(tls(address)).build()
                : builder.usePlaintext().build();
    }

    private static SslContext tls(EtcdAddress address) {
        try {
            SslContextBuilder builder = GrpcSslContexts.forClient();
            if (!address.ca().isEmpty()) {
                builder.trustManager(new File(address.ca()));
            }
            if (!address.cert().isEmpty()) {
                builder.keyManager(new File(address.cert()), new File(address.key()));
            }
            return builder.build();
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreUnwritableException(
                    "The certificates that the address " + address.parts()
                            + " names in ca, cert or key cannot be used (" + cause(e)
                            + "): each must be a readable PEM file, the key in PKCS#8.",
                    e);
        }
    }

    private static String cause(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    int size() {
        return all.size();
    }

    /** Returns the channel in use, or the next whose last try to connect did not fail. */
    ManagedChannel current() {
        int index = current;
        for (int i = 0; i < all.size(); i++) {
            ManagedChannel channel = all.get((index + i) % all.size());
            if (channel.getState(false) != ConnectivityState.TRANSIENT_FAILURE) {
                return channel;
            }
        }
        return all.get(index);
    }

    /** Says that this one does not work: the next one is used from now on. */
    void failed(ManagedChannel channel) {
        int index = current;
        if (all.get(index).equals(channel)) {
            current = (index + 1) % all.size();
        }
    }

    /** Returns whether its last try to connect failed; another one is made immediately, before the next was due. */
    static boolean down(ManagedChannel channel) {
        boolean down = channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE;
        if (down) {
            channel.resetConnectBackoff();
        }
        return down;
    }

    @Override
    public void close() {
        all.forEach(ManagedChannel::shutdownNow);
        boolean interrupted = Thread.interrupted();
        for (ManagedChannel channel : all) {
            try {
                channel.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
