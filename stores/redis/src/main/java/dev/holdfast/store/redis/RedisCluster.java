package dev.holdfast.store.redis;

import dev.holdfast.internal.base.StoreAddress.HostPort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster, of which one has the slot of all our keys. Each knows which one, sooner or later: so another node is
 * asked each time, and rather not the one that had the slot, which is the last to know that it lost it.
 */
final class RedisCluster implements RedisRoute {
    private static final int MAX_NODES = 64;

    private final RedisSettings settings;
    private final RedisInformants informants;
    private final Lock turn = new ReentrantLock();
    private final int slot;
    private Set<HostPort> nodes;
    private @Nullable HostPort owner;

    RedisCluster(RedisSettings settings, RedisClient client) {
        this.settings = settings;
        this.informants = new RedisInformants(client);
        this.slot = SlotHash.getSlot(settings.key("records"));
        this.nodes = new LinkedHashSet<>(settings.address().hosts());
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
        ExecutionException last = new ExecutionException(new RedisException("no node has the slot " + slot));
        for (HostPort node : inTurn()) {
            try {
                List<Object> slots = informants.ask(
                        node, RedisDriver.uri(settings, node), RedisAsyncCommands::clusterSlots, deadline);
                HostPort found = learn(node, slots);
                if (found != null) {
                    owner = found;
                    return RedisDriver.uri(settings, found);
                }
            } catch (ExecutionException e) {
                last = e;
            } catch (TimeoutException e) {
                last = new ExecutionException(e);
            }
        }
        throw last;
    }

    /** Returns all nodes in the order in which they are asked: the first moves to the end, and the owner comes last. */
    private List<HostPort> inTurn() {
        List<HostPort> turn = new ArrayList<>(nodes);
        turn.add(turn.remove(0));
        nodes = new LinkedHashSet<>(turn);
        if (owner != null && turn.remove(owner)) {
            turn.add(owner);
        }
        return turn;
    }

    /** Remembers the nodes that an answer names, and returns the one with our slot; null if none has it. */
    private @Nullable HostPort learn(HostPort asked, List<Object> slots) {
        HostPort found = null;
        for (Object each : slots) {
            List<?> range = (List<?>) each;
            for (Object node : range.subList(2, range.size())) {
                HostPort known = node(asked, (List<?>) node);
                if (nodes.size() < MAX_NODES) {
                    nodes.add(known);
                }
            }
            if ((Long) range.get(0) <= slot && slot <= (Long) range.get(1)) {
                found = node(asked, (List<?>) range.get(2));
            }
        }
        return found;
    }

    /** A node may not know the name by which it is reached. */
    private static HostPort node(HostPort asked, List<?> node) {
        String host = node.get(0) instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
        return new HostPort(host.isEmpty() ? asked.host() : host, ((Long) node.get(1)).intValue());
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
