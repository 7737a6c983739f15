package dev.holdfast.torture;

import dev.holdfast.testkit.Child;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A Holdfast server as a process of its own, which can be killed and started again on its port. */
final class ServerNode implements AutoCloseable {
    private final Path folder;
    private final Assignment assignment;
    private int port;
    private Child child;

    private ServerNode(Path folder, Assignment assignment) throws IOException {
        this.folder = folder;
        this.assignment = assignment;
        this.child = begin();
    }

    static ServerNode start(Path folder, String store, Options options) throws IOException {
        return new ServerNode(
                folder,
                new Assignment(
                        folder,
                        "server",
                        store,
                        0,
                        options.seed(),
                        1,
                        options.lease(),
                        Options.COOLDOWN,
                        false,
                        options.jumps(),
                        options.flaw()));
    }

    private Child begin() throws IOException {
        String[] arguments = new Assignment(
                        assignment.folder(),
                        assignment.name(),
                        assignment.address(),
                        port,
                        assignment.seed(),
                        1,
                        assignment.lease(),
                        assignment.cooldown(),
                        false,
                        assignment.jumps(),
                        assignment.flaw())
                .arguments();
        Child begun = Child.start(folder, List.of("-Xmx512m"), ServerMain.class, arguments);
        String said = begun.process().inputReader(StandardCharsets.UTF_8).readLine();
        if (said == null) {
            throw new IOException("The server did not start; " + begun.errors());
        }
        port = URI.create(said).getPort();
        return begun;
    }

    int port() {
        return port;
    }

    void kill() throws InterruptedException {
        child.kill();
        child.await(120);
    }

    void restart() throws IOException {
        child = begin();
    }

    @Override
    public void close() {
        child.close();
    }
}
