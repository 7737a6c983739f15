package dev.holdfast.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The connection of one thread to the {@link Register}. */
final class RegisterClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    RegisterClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes under that fence. Returns false if the register has seen a newer one. */
    boolean write(String resource, long fence, String owner) {
        return ask("write\t" + resource + '\t' + fence + '\t' + owner).equals("done");
    }

    long read(String counter) {
        return Long.parseLong(ask("read\t" + counter));
    }

    /** Writes one more than the value that was read, without regard to the counter's present value. */
    void count(String counter, long read, String owner) {
        ask("count\t" + counter + '\t' + read + '\t' + owner);
    }

    /** Leaves receipts for another process. */
    void offer(String receipts) {
        ask("offer\t" + receipts);
    }

    /** Returns receipts that a process left, or an empty text. */
    String take() {
        return ask("take");
    }

    private String ask(String line) {
        try {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = in.readLine();
            if (answer == null || answer.equals("closed")) {
                throw new IOException("The register is closed.");
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
