package dev.holdfast.example.newsroom;

import dev.holdfast.LockManager;
import dev.holdfast.servers.RedisServer;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the newsroom from a shell; it runs until the process is asked to end. */
public final class NewsroomMain {
    private static final String USAGE = """
            usage: newsroom [--port N] [--redis ADDRESS]

            Starts a newsroom on this machine: editors write articles in a browser.

            --port N         7431 unless given; 0 for any that is free
            --redis ADDRESS  redis://:password@host:port/0; unless given, a Redis of
                             its own whose data are in the folder redis
            """;

    private NewsroomMain() {}

    public static void main(String[] arguments) {
        int code = run(arguments, System.out, System.err);
        if (code >= 0) {
            System.exit(code);
        }
    }

    /** The code to exit with, or -1 if it runs. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        int port = 7431;
        String redis = null;
        try {
            for (int i = 0; i < arguments.length; i++) {
                String value = i + 1 < arguments.length ? arguments[i + 1] : "";
                switch (arguments[i]) {
                    case "--help", "-h" -> {
                        out.print(USAGE);
                        return 0;
                    }
                    case "--port" -> {
                        port = Integer.parseInt(value);
                        i++;
                    }
                    case "--redis" -> {
                        redis = value;
                        i++;
                    }
                    default -> throw new IllegalArgumentException("There is no option '" + arguments[i] + "'.");
                }
            }
        } catch (IllegalArgumentException e) {
            err.println("newsroom: " + e.getMessage());
            err.print(USAGE);
            return 64;
        }
        try {
            String address = start(port, redis);
            out.println("The newsroom is at " + address + " . Open it in two browsers, as Anna and as Ben.");
            return -1;
        } catch (RuntimeException e) {
            err.println("newsroom: " + e.getMessage());
            return 69;
        }
    }

    private static String start(int port, @Nullable String redis) {
        String address = redis == null ? RedisServer.durable(Path.of("redis")).address() : redis;
        SpringApplication application = new SpringApplication(Newsroom.class);
        // Its own Redis ends with it, and often before it: there is nobody then to give locks back for.
        application.setRegisterShutdownHook(redis != null);
        ConfigurableApplicationContext running =
                application.run("--server.port=" + port, "--spring.data.redis.url=" + address);
        if (redis == null) {
            running.getBean(LockManager.class).clear("newsroom"); // of sessions that ended with the last run
        }
        return "http://127.0.0.1:" + running.getEnvironment().getProperty("local.server.port");
    }
}
