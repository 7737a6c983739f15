package dev.holdfast.server.webhooks;

import dev.holdfast.LockManager;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A server in a process of its own, with one hook: its store, and the address that the hook calls. Prints its address. */
final class HookServer {
    private HookServer() {}

    public static void main(String[] args) throws Exception {
        HookOptions hook = new HookOptions("test", URI.create(args[1]), WebhookSecret.of("s".repeat(32)))
                .tries(Duration.ofMinutes(1), new RetryOptions(50, Duration.ofMillis(5), Duration.ofSeconds(10)));
        try (LockManager locks = LockManager.open(args[0]);
                HoldfastServer server = HoldfastServer.start(
                        locks,
                        ServerOptions.DEFAULT
                                .port(0)
                                .webhooks(new WebhookOptions(
                                        List.of(hook), AllowedAddresses.of(List.of("127.0.0.0/8")))))) {
            System.out.println(server.address());
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
