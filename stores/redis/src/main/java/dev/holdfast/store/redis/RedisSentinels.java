package dev.holdfast.store.redis;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sentinels, of which a majority must name the same master. So a client that is cut off together with a former master and a
 * minority of the sentinels stops using that master.
 */
final class RedisSentinels implements RedisRoute {
    private final RedisSettings settings;
    private final RedisInformants informants;
    private final Lock turn = new ReentrantLock();
    /** Those that answered last come first. */
    private final List<HostPort> order;

    RedisSentinels(RedisSettings settings, RedisClient client) {
        this.settings = settings;
        this.informants = new RedisInformants(client);
        this.order = new ArrayList<>(settings.address().hosts());
    }

    @Override
    public RedisURI find(Deadline deadline) throws ExecutionException, TimeoutException {
        turn.lock(); // not synchronized, since a virtual thread that waits would keep its carrier
        try {
            return asked(deadline);
        } finally {
            turn.unlock();
        }
    }

    private RedisURI asked(Deadline deadline) throws ExecutionException {
        int majority = settings.address().hosts().size() / 2 + 1;
        Map<HostPort, Integer> named = new HashMap<>();
        Exception last = null;
        for (HostPort sentinel : List.copyOf(order)) {
            try {
                List<byte[]> answer =
                        informants.ask(sentinel, RedisDriver.sentinel(settings, sentinel), this::master, deadline);
                if (answer.size() < 2) {
                    last = new RedisException("a sentinel knows no master '" + settings.master() + "'");
                    continue;
                }
                HostPort master = new HostPort(text(answer.get(0)), Integer.parseInt(text(answer.get(1))));
                if (named.merge(master, 1, Integer::sum) >= majority) {
                    return RedisDriver.uri(settings, master);
                }
            } catch (ExecutionException | TimeoutException e) {
                last = e;
                order.remove(sentinel);
                order.add(sentinel);
            }
        }
        if (named.isEmpty() && last instanceof ExecutionException none) {
            throw none;
        }
        throw new ExecutionException(new RedisException(
                "fewer than " + majority + " of " + settings.address().hosts().size()
                        + " sentinels name the same master",
                last));
    }

    private CompletionStage<List<byte[]>> master(RedisAsyncCommands<byte[], byte[]> commands) {
        return commands.dispatch(
                CommandType.SENTINEL,
                new ValueListOutput<>(ByteArrayCodec.INSTANCE),
                new CommandArgs<>(ByteArrayCodec.INSTANCE)
                        .add("GET-MASTER-ADDR-BY-NAME")
                        .add(settings.master()));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        turn.lock();
        try {
            informants.close();
        } finally {
            turn.unlock();
        }
    }
}
