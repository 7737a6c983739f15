package dev.holdfast.example.newsroom;

import dev.holdfast.engines.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Two nodes of the newsroom on one Redis, for all tests of a run, with which they end. The nodes agree on nothing but what is there. */
final class Nodes {
    static final RedisServer REDIS = RedisServer.start(folder());
    static final ConfigurableApplicationContext ONE = start();
    static final ConfigurableApplicationContext TWO = start();

    private Nodes() {}

    private static Path folder() {
        try {
            return Files.createTempDirectory("redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Newsroom.class)
                .registerShutdownHook(false)
                .run(
                        "--server.port=0",
                        "--spring.data.redis.url=" + REDIS.address(),
                        "--holdfast.key=0123456789-0123456789-0123456789",
                        // One that is soon lost, for a test that cannot wait five minutes.
                        "--holdfast.policies[0].pattern=article/4",
                        "--holdfast.policies[0].lease.absolute=40m",
                        "--holdfast.policies[0].lease.grace=1s",
                        "--holdfast.policies[1].pattern=article/**",
                        "--holdfast.policies[1].lease.absolute=40m",
                        "--holdfast.policies[1].lease.grace=5m",
                        "--holdfast.policies[1].heartbeat=30s",
                        "--holdfast.sweep=1s");
    }

    static String address(ConfigurableApplicationContext node) {
        return "http://127.0.0.1:" + node.getEnvironment().getProperty("local.server.port");
    }
}
