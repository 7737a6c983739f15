package dev.holdfast.bench;

import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.contender.Engines;
import dev.holdfast.bench.contender.Settling;
import dev.holdfast.bench.peer.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reports there are. */
final class Suites {
    static final List<Suite> ALL = List.of(kernel(), servers(), http(), peers());

    private Suites() {}

    private static Suite kernel() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("memory", new MemorySpeed());
        parts.put("sqlite", new SqliteSpeed());
        parts.put("folders", new FolderSpeed());
        parts.put("resume", new ResumeTimes());
        parts.put("many", new ManyLocks());
        parts.put("shell", new ShellSpeed());
        parts.put("startup", new StartUp());
        return new Suite("kernel", "kernel.md", Heads::kernel, parts);
    }

    private static Suite servers() {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (Engine engine : Engines.ALL) {
            parts.put(engine.key(), new EngineSpeed(engine));
        }
        parts.put("sqlite-million", MillionLocks.inSqlite());
        parts.put("postgresql-million", MillionLocks.on(Engines.POSTGRESQL, Settling::postgresql));
        parts.put("redis-million", MillionLocks.on(Engines.REDIS, Settling::redis));
        return new Suite("servers", "servers.md", Heads::servers, parts);
    }

    private static Suite peers() {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (Peer peer : Peer.ALL) {
            parts.put(peer.key(), new PeerRow(peer));
        }
        return new Suite("peers", "peers.md", Heads::peers, parts);
    }

    private static Suite http() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("requests", new HttpPart(new HttpRequests()));
        parts.put("heartbeats", new HttpPart(new HttpHeartbeats()));
        parts.put("contended", new HttpPart(new HttpContention()));
        parts.put("subscribers", new HttpPart(new HttpSubscribers()));
        parts.put("webhooks", new HttpPart(new HttpWebhooks()));
        parts.put("states", new HttpPart(new HttpStates()));
        parts.put("git-lfs", new HttpPart(new HttpLfs()));
        parts.put("serve", new HttpPart(new ServeStart()));
        return new Suite("http", "http.md", Heads::http, parts);
    }
}
