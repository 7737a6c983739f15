package dev.holdfast.example.newsroom;

import dev.holdfast.LockManager;
import dev.holdfast.example.start.ExampleCommand;
import dev.holdfast.servers.RedisServer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the newsroom from a shell; it runs until the process is asked to end. */
@Command(name = "newsroom", description = "Starts a newsroom on this machine: editors write articles in a browser.")
public final class NewsroomMain extends ExampleCommand {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7431",
            description = "${DEFAULT-VALUE} unless given; 0 for any that is free.")
    private int port;

    @Option(
            names = "--redis",
            paramLabel = "ADDRESS",
            description = "redis://:password@host:port/0; unless given, a Redis of its own whose data are in the folder"
                    + " redis.")
    private @Nullable String redis;

    public static void main(String[] arguments) {
        new NewsroomMain().run(arguments);
    }

    @Override
    protected void start() {
        System.out.println("The newsroom is at " + address() + " . Open it in two browsers, as Anna and as Ben.");
    }

    private String address() {
        String address = redis == null ? RedisServer.durable(Path.of("redis")).address() : redis;
        SpringApplication application = new SpringApplication(Newsroom.class);
        // Its own Redis ends with it, and often before it: then locks need no release.
        application.setRegisterShutdownHook(redis != null);
        ConfigurableApplicationContext running =
                application.run("--server.port=" + port, "--spring.data.redis.url=" + address);
        if (redis == null) {
            running.getBean(LockManager.class).clear("newsroom"); // of sessions that ended with the last run
        }
        return "http://127.0.0.1:" + running.getEnvironment().getProperty("local.server.port");
    }
}
