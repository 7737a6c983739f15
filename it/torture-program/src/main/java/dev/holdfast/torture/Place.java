package dev.holdfast.torture;

import dev.holdfast.engines.Engine;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.engines.Server;
import dev.holdfast.engines.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The place of one run's locks: a store, the engine beneath it if there is one, and a Holdfast server in front of it if the
 * workers are to use one. Wires between them can be cut.
 */
final class Place implements AutoCloseable {
    /** The kinds of store that it can set up by itself. */
    static final List<String> KINDS =
            List.of("memory", "file", "dir", "files", "sqlite", "postgresql", "mariadb", "redis", "zookeeper", "etcd");

    private static final String TIMEOUT = "timeout=4s";

    private final String kind;
    private final @Nullable Server engine;
    private final @Nullable Wire engineWire;
    private final String store;
    private final @Nullable ServerNode node;
    private final @Nullable Wire nodeWire;

    private Place(
            String kind, @Nullable Server engine, @Nullable Wire engineWire, String store, @Nullable ServerNode node) {
        this.kind = kind;
        this.engine = engine;
        this.engineWire = engineWire;
        this.store = store;
        this.node = node;
        this.nodeWire = node == null ? null : Wire.to(node.port());
    }

    /**
     * Sets up a place.
     *
     * @param asked one of {@link #KINDS}, or the address of a store that is there already
     */
    static Place prepare(String asked, Path folder, Options options) throws IOException {
        Files.createDirectories(folder);
        String kind = asked.contains(":") ? asked.substring(0, asked.indexOf(':')) : asked;
        @Nullable Server engine = asked.contains(":") ? null : engine(kind, folder);
        @Nullable Wire wire = engine == null ? null : Wire.to(engine.port());
        String store;
        if (engine != null && wire != null) {
            store = timed(engine.address(wire.port()));
        } else {
            store = asked.contains(":") ? asked : embedded(kind, folder);
        }
        boolean server = options.throughServer() || kind.equals("memory");
        return new Place(kind, engine, wire, store, server ? ServerNode.start(folder, store, options) : null);
    }

    private static @Nullable Server engine(String kind, Path folder) {
        return switch (kind) {
            // A Redis that flushes once a second may forget what it answered, as its guarantees say.
            case "redis" -> RedisServer.durable(folder.resolve("engine"));
            case "postgresql", "mariadb", "zookeeper", "etcd" ->
                Engine.valueOf(kind.toUpperCase(Locale.ROOT)).start(folder.resolve("engine"));
            default -> null;
        };
    }

    private static String embedded(String kind, Path folder) {
        return switch (kind) {
            case "memory" -> "memory:";
            case "file" -> "file:" + folder.resolve(".locks");
            case "dir" -> "dir:" + folder.resolve("dir");
            case "files" -> "files:" + folder.resolve("files");
            case "sqlite" -> "sqlite:" + folder.resolve("locks.db");
            default ->
                throw new IllegalArgumentException(
                        "'" + kind + "' is no kind of store. Choose one of " + String.join(", ", KINDS) + ".");
        };
    }

    private static String timed(String address) {
        return address + (address.indexOf('?') < 0 ? '?' : '&') + TIMEOUT;
    }

    String kind() {
        return kind;
    }

    /** Returns the address that workers use. */
    String address() {
        return nodeWire == null ? store : "http://127.0.0.1:" + nodeWire.port();
    }

    /** Returns the address of the same locks without a wire in between, for the look after the end. */
    String calmAddress() {
        if (node != null) {
            return "http://127.0.0.1:" + node.port();
        }
        return engine == null ? store : engine.address();
    }

    /** Returns the engine, if it may be killed. */
    @Nullable
    Server engine() {
        return engine;
    }

    /** Returns the Holdfast server, if it may be killed: not where it is the store itself. */
    @Nullable
    ServerNode node() {
        return kind.equals("memory") ? null : node;
    }

    /** Returns the wires that can be cut. */
    List<Wire> wires() {
        return Stream.of(engineWire, nodeWire).filter(Objects::nonNull).toList();
    }

    @Override
    public void close() {
        wires().forEach(Wire::close);
        if (node != null) {
            node.close();
        }
        if (engine != null) {
            engine.close();
        }
    }
}
