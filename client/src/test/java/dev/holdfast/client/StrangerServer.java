package dev.holdfast.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A server at a Unix socket that another account runs. It needs nothing but the JDK, and says what it gets. */
final class StrangerServer {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"locks\":[],\"more\":false}";

    private StrangerServer() {}

    /** Argument: where to listen. */
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        try (ServerSocketChannel listening =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path))) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
            System.out.println("listening");
            while (true) {
                try (SocketChannel connection = listening.accept()) {
                    int count = connection.read(ByteBuffer.allocate(8192));
                    System.out.println("got " + Math.max(0, count) + " bytes");
                    if (count > 0) {
                        connection.write(ByteBuffer.wrap(ANSWER.getBytes(StandardCharsets.US_ASCII)));
                    }
                }
            }
        }
    }

    /** Starts it as nobody. Its class is copied, since that account may not read the build's folder. */
    static Process start(Path folder, Path path) throws IOException {
        Path copy = folder.resolve("classes/dev/holdfast/client/StrangerServer.class");
        Files.createDirectories(copy.getParent());
        try (InputStream own = StrangerServer.class.getResourceAsStream("StrangerServer.class")) {
            Files.copy(own, copy);
        }
        return new ProcessBuilder(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        folder.resolve("classes").toString(),
                        StrangerServer.class.getName(),
                        path.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }
}
