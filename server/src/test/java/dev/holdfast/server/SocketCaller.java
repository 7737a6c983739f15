package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends bytes to a Unix socket. As a program of its own it does so from another account; it needs nothing but the JDK. */
final class SocketCaller {
    private static final String END = "\f";

    private SocketCaller() {}

    /** Arguments: the socket, what to send over one connection after the other. Prints what comes back over each. */
    public static void main(String[] args) {
        for (int i = 1; i < args.length; i++) {
            try {
                System.out.print(ask(Path.of(args[0]), args[i]) + END);
            } catch (IOException e) {
                System.out.print(e.getMessage() + END);
            }
        }
        System.out.flush();
    }

    /** Returns what comes back until the server closes the connection. */
    static String ask(Path socket, String text) throws IOException {
        try (SocketChannel channel = connect(socket)) {
            channel.write(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
            return untilClosed(channel);
        }
    }

    static SocketChannel connect(Path socket) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    static String untilClosed(SocketChannel channel) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer part = ByteBuffer.allocate(8192);
        try {
            while (channel.read(part.clear()) >= 0) {
                all.write(part.array(), 0, part.position());
            }
        } catch (IOException e) {
            if (all.size() == 0 && !String.valueOf(e.getMessage()).contains("reset")) {
                throw e;
            }
        }
        return all.toString(ISO_8859_1);
    }

    static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + lines(headers) + "\r\n";
    }

    static String post(String path, String body, String... headers) {
        return "POST " + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n" + lines(headers) + "\r\n" + body;
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    }

    /** Returns what the account of that number, which is in no group but the one of that number, gets back for each text. */
    static List<String> askAs(int account, Path folder, Path socket, String... texts) throws Exception {
        // The other account can read neither the build's folder nor the test's own.
        Path classes = folder.resolve("classes");
        Path copy = classes.resolve("dev/holdfast/server/SocketCaller.class");
        if (!Files.exists(copy)) {
            Files.createDirectories(copy.getParent());
            try (InputStream own = SocketCaller.class.getResourceAsStream("SocketCaller.class")) {
                Files.copy(own, copy);
            }
        }
        List<String> line = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + account,
                "--regid=" + account,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes.toString(),
                SocketCaller.class.getName(),
                socket.toString()));
        line.addAll(List.of(texts));
        Process process = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The caller did not end.");
        }
        return List.of(said.split(END));
    }
}
