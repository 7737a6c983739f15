package dev.holdfast.bench.peer;

import dev.holdfast.bench.contender.Engine;
import dev.holdfast.bench.contender.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A library on an engine.
 *
 * @param key the word for it on the command line of {@link JobHolder}
 * @param lease the time after which its lock ends without renewal, as the table says it
 * @param source the class whose lines are counted
 */
public record Peer(String key, String name, Engine engine, String lease, Class<?> source, Opener opening) {
    private static final Path SOURCES = Path.of("src", "main", "java");

    /** In the order of the table. */
    public static final List<Peer> ALL = List.of(
            new Peer("holdfast", "Holdfast", Engines.POSTGRESQL, "5 min", HoldfastJob.class, HoldfastJob::on),
            new Peer(
                    "elsewhere",
                    "Holdfast, holder on another machine, `ttl` 30 s",
                    Engines.POSTGRESQL,
                    "30 s",
                    HoldfastJob.class,
                    HoldfastJob::fromElsewhere),
            new Peer(
                    "shedlock", "ShedLock, keep-alive", Engines.POSTGRESQL, "30 s", ShedLockJob.class, ShedLockJob::on),
            new Peer(
                    "integration",
                    "Spring Integration",
                    Engines.POSTGRESQL,
                    "10 s",
                    SpringIntegrationJob.class,
                    SpringIntegrationJob::on),
            new Peer("redisson", "Redisson", Engines.REDIS, "30 s", RedissonJob.class, RedissonJob::on),
            new Peer("curator", "Curator", Engines.ZOOKEEPER, "60 s", CuratorJob.class, CuratorJob::on));

    /** Opens the library for one process. */
    public interface Opener {
        JobLock open(String address) throws Exception;
    }

    static Peer named(String key) {
        return ALL.stream().filter(peer -> peer.key().equals(key)).findFirst().orElseThrow();
    }

    /** Returns the lines that an application needs: those between the marks that are not empty. */
    public int lines() throws IOException {
        Path module = Files.isDirectory(SOURCES) ? Path.of("") : Path.of("bench");
        Path file = module.resolve(SOURCES).resolve(source.getName().replace('.', '/') + ".java");
        return counted(Files.readAllLines(file));
    }

    static int counted(List<String> lines) {
        int count = 0;
        boolean within = false;
        for (String line : lines) {
            String text = line.strip();
            if (text.equals("// begin") || text.equals("// end")) {
                within = text.equals("// begin");
            } else if (within && !text.isEmpty()) {
                count++;
            }
        }
        return count;
    }
}
