package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.StoreException;
import dev.holdfast.engines.RedisServer;
import dev.holdfast.spi.Key;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What happens when the server forgets, and when it does not. */
@Timeout(180)
class RedisLossTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private <T extends AutoCloseable> T keep(T thing) {
        open.push(thing);
        return thing;
    }

    private LockManager manager(RedisServer server) {
        return manager(server.address());
    }

    private LockManager manager(String address) {
        return keep(LockManager.open(address));
    }

    private LockStore store(RedisServer server) {
        return store(server.address());
    }

    private LockStore store(String address) {
        return keep(new RedisStoreProvider().open(address, InstantSource.system()));
    }

    private static LockHandle acquired(LockManager locks, String resource) {
        return await().atMost(SOON)
                .ignoreExceptionsInstanceOf(StoreException.class)
                .until(() -> locks.tryAcquire(resource).handle().orElse(null), handle -> handle != null);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("P2: Redis restarted with a log that is flushed at each change loses nothing, and nobody waits")
    void restart_withLog_losesNothing() {
        RedisServer server = keep(RedisServer.durable(folder));
        // Whoever had to wait because something may be lost would not get it soon.
        String address = server.address() + "?quiet=" + SOON.multipliedBy(2).toSeconds() + "s";
        LockHandle handle = manager(address).acquire("page");
        LockManager other = manager(address);
        LockStore store = store(address);
        server.kill();
        server.restart();
        LockHandle next = acquired(other, "other page");
        assertThat(next.fence()).isGreaterThan(handle.fence());
        assertThat(other.tryAcquire("page").granted()).isFalse();
        assertThat(handle.isHeld()).isTrue();
        assertThat(store.read(Set.of(Key.lock("page"))).entries()).hasSize(1);
        assertThat(store.warnings()).isEmpty();
        handle.close();
        assertThat(acquired(other, "page").fence()).isGreaterThan(handle.fence());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("P2: Redis restarted without its data: the holder is told before anybody else gets the lock")
    void restart_withNothing_tellsTheHolderFirst() {
        RedisServer server = keep(RedisServer.start(folder));
        LockManager holder = manager(server);
        LockHandle handle = holder.acquire("page");
        LockManager other = manager(server);
        LockStore store = store(server);
        Set<String> shown = ConcurrentHashMap.newKeySet();
        keep(store.watch(Kind.LOCK, "", sighting -> {
                    if (sighting.entry() == null) {
                        shown.remove(sighting.key().name());
                    } else {
                        shown.add(sighting.key().name());
                    }
                })
                .orElseThrow());
        await().atMost(SOON).until(() -> shown.contains("page"));
        server.kill();
        server.restart();
        LockHandle next = acquired(other, "page");
        assertThat(handle.lost()).as("the former holder knows").isDone();
        assertThat(handle.isHeld()).isFalse();
        assertThat(next.fence()).isGreaterThan(handle.fence());
        next.close();
        await("the feed has noticed").atMost(SOON).until(shown::isEmpty);
        // Once in a process: whichever of the three connected first.
        assertThat(Stream.of(
                                store.warnings(),
                                other.admin().warnings(),
                                holder.admin().warnings())
                        .flatMap(List::stream))
                .anySatisfy(warning -> assertThat(warning)
                        .containsAnyOf("may have lost its last changes", "has lost all locks")
                        .contains(Integer.toString(server.port())));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName(
            "P2: Redis restarted with older data: lost holds are told, fences grow also if the clock does not help")
    void restart_withoutTheTail_tellsTheHolderAndFencesGrow() throws Exception {
        RedisServer server = keep(RedisServer.everySecond(folder));
        LockManager locks = manager(server);
        LockHandle early = locks.acquire("early");
        try (RedisAdmin admin = new RedisAdmin(server)) {
            // As if the clock had been set back by an hour since the last change.
            long ahead = System.currentTimeMillis() * 1000 + Duration.ofHours(1).toNanos() / 1000;
            admin.redis().hset("{holdfast}:records", "!last", Long.toString(ahead));
        }
        acquired(locks, "saved").close();
        Path saved = Files.copy(log(), folder.resolve("older.aof"));
        LockHandle late = acquired(locks, "late");
        early.close();
        LockManager other = manager(server);
        server.kill();
        Files.copy(saved, log(), StandardCopyOption.REPLACE_EXISTING);
        server.restart();
        LockHandle next = acquired(other, "late");
        assertThat(late.lost()).as("the former holder knows").isDone();
        assertThat(next.fence()).isGreaterThan(late.fence());
        // It was given back, but the server has forgotten that: it stays until its lease ends.
        assertThat(other.tryAcquire("early").granted()).isFalse();
    }

    private Path log() throws IOException {
        return folder.resolve("appendonly.aof").toRealPath();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("safety")
    @DisplayName("P2: a server that somebody emptied: the holder is told before anybody else gets the lock")
    void flushed_whileInUse_tellsTheHolderFirst() {
        RedisServer server = keep(RedisServer.durable(folder));
        LockHandle handle = manager(server).acquire("page");
        LockManager other = manager(server);
        other.acquire("something else").close();
        try (RedisAdmin admin = new RedisAdmin(server)) {
            admin.redis().flushall();
        }
        LockHandle next = acquired(other, "page");
        assertThat(handle.lost()).as("the former holder knows").isDone();
        assertThat(next.fence()).isGreaterThan(handle.fence());
    }
}
