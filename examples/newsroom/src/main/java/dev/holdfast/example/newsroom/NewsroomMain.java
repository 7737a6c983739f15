package dev.holdfast.example.newsroom;

import dev.holdfast.LockManager;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import redis.embedded.RedisServer;

/** Starts the newsroom from a shell, with the arguments of Spring Boot; it runs until the process is asked to end. */
public final class NewsroomMain {
    private static final String REDIS = "spring.data.redis.url";

    private NewsroomMain() {}

    public static void main(String[] arguments) throws IOException {
        SpringApplication application = new SpringApplication(Newsroom.class);
        boolean own = Arrays.stream(arguments).noneMatch(argument -> argument.startsWith("--" + REDIS + "="));
        if (own) {
            application.setDefaultProperties(Map.of(REDIS, redis()));
            // Its own Redis ends with it, and often before it: then locks need no release.
            application.setRegisterShutdownHook(false);
        }
        ConfigurableApplicationContext running = application.run(arguments);
        if (own) {
            running.getBean(LockManager.class).admin().clear("newsroom"); // of sessions that ended with the last run
        }
        String port = running.getEnvironment().getProperty("local.server.port");
        System.out.println(
                "The newsroom is at http://127.0.0.1:" + port + " . Open it in two browsers, as Anna and as Ben.");
    }

    /** Starts a Redis for those who have none, with its data in the folder redis, and returns its address. */
    private static String redis() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path folder = Files.createDirectories(Path.of("redis")).toAbsolutePath();
        RedisServer.newRedisServer()
                .bind("127.0.0.1")
                .port(port)
                .setting("dir \"" + folder + "\"")
                .setting("appendonly yes")
                .setting("appendfsync always")
                .build()
                .start();
        return "redis://127.0.0.1:" + port;
    }
}
