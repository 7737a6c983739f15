package dev.holdfast.it.engines;

import dev.holdfast.testkit.Child;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A Holdfast server as a process of its own, which can be killed and started again where it was. */
final class Node implements AutoCloseable {
    private final Path folder;
    private final String store;
    private String address = "";
    private Child child;

    private Node(Path folder, String store) throws IOException {
        this.folder = folder;
        this.store = store;
        this.child = begin(0);
    }

    /** Starts one on a port that is free; returns when it serves. */
    static Node start(Path folder, String store) throws IOException {
        return new Node(folder, store);
    }

    private Child begin(int port) throws IOException {
        Child begun = Child.start(folder, List.of(), Serving.class, store, Integer.toString(port));
        String said = begun.process().inputReader(StandardCharsets.UTF_8).readLine();
        if (said == null) {
            throw new IOException("The server did not start; " + begun.errors());
        }
        address = said;
        return begun;
    }

    String address() {
        return address;
    }

    /** By SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        child.kill();
        if (child.await(120) != Child.KILLED) {
            throw new IllegalStateException("It ended before it was killed; " + child.errors());
        }
    }

    boolean runs() {
        return child.runs();
    }

    /** Starts it again on its port. */
    void restart() throws IOException {
        child = begin(URI.create(address).getPort());
    }

    @Override
    public void close() {
        child.close();
    }
}
