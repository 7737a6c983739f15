package dev.holdfast.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandler;
import io.vertx.core.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * The default transport of Vert.x, with a handler for each connection that a server accepts. Vert.x itself reports a connection
 * only after the TLS handshake.
 */
final class CountingTransport implements Transport {
    private final io.vertx.core.spi.transport.Transport counting;

    /** @param accepted is shared by all servers */
    CountingTransport(ChannelHandler accepted) {
        io.vertx.core.spi.transport.Transport standard = NIO.implementation();
        this.counting = (io.vertx.core.spi.transport.Transport) Proxy.newProxyInstance(
                CountingTransport.class.getClassLoader(),
                new Class<?>[] {io.vertx.core.spi.transport.Transport.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("configure")
                            && arguments[arguments.length - 1] instanceof ServerBootstrap server) {
                        server.handler(accepted);
                    }
                    try {
                        return method.invoke(standard, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public String name() {
        return NIO.name();
    }

    @Override
    public boolean available() {
        return NIO.available();
    }

    @Override
    public Throwable unavailabilityCause() {
        return NIO.unavailabilityCause();
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
        return counting;
    }
}
