package dev.holdfast.store.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One connection to one run of the server, from its handshake until it breaks. It never reconnects: what was on its way when it
 * broke is not sent a second time. Thread-safe; calls of many threads follow each other on the wire without waiting.
 */
final class RedisSession {
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final byte[] records;

    private final RedisURI server;

    RedisSession(StatefulRedisConnection<byte[], byte[]> connection, RedisURI server, byte[] records) {
        this.connection = connection;
        this.server = server;
        this.commands = connection.async();
        this.records = records;
    }

    /** Returns the server that it is to. */
    RedisURI server() {
        return server;
    }

    boolean open() {
        return connection.isOpen();
    }

    RedisAsyncCommands<byte[], byte[]> commands() {
        return commands;
    }

    /** Ends it for all who use it. */
    void end() {
        RedisDriver.endNow(connection);
    }

    /** Returns the answer to something that was sent. A connection that does not answer in time is given up. */
    <T> T await(CompletionStage<T> sent, Deadline deadline) throws ExecutionException, TimeoutException {
        try {
            return deadline.await(sent);
        } catch (TimeoutException e) {
            end();
            throw e;
        }
    }

    /** Sends a script that the server should know by its digest. */
    CompletionStage<List<Object>> call(Script script, Consumer<CommandArgs<byte[], byte[]>> arguments) {
        return send(CommandType.EVALSHA, script.digest(), arguments);
    }

    /** Sends a whole script, which the server will know from then on. */
    CompletionStage<List<Object>> teach(Script script, Consumer<CommandArgs<byte[], byte[]>> arguments) {
        return send(CommandType.EVAL, script.text(), arguments);
    }

    private CompletionStage<List<Object>> send(
            CommandType how, byte[] script, Consumer<CommandArgs<byte[], byte[]>> arguments) {
        CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        args.add(script).add(1).addKey(records);
        arguments.accept(args);
        return commands.dispatch(how, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), args);
    }
}
