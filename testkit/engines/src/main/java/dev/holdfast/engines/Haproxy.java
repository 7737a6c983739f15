package dev.holdfast.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A haproxy in front of servers on this machine. */
public final class Haproxy implements AutoCloseable {
    /** Debian's folder of it is not on the path of every user. */
    private static final String FOLDER = "/usr/sbin";

    /** Each takes two open files, and a user of a test may have few. */
    private static final String CONNECTIONS = "200";

    private static final Pattern ADDRESS = Pattern.compile("(?<=^    server )(\\w+) \\S+", Pattern.MULTILINE);

    private final ServerProcess process;
    private final int port;

    private Haproxy(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns whether this machine has one that can be started. */
    public static boolean installed() {
        try {
            return program()
                            .map(found -> List.of(found.toString(), "-v"))
                            .map(ProcessBuilder::new)
                            .orElseThrow(() -> new IOException("There is no haproxy on the path."))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Optional<Path> program() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":", -1)), Stream.of(FOLDER))
                .map(folder -> Path.of(folder, "haproxy"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts one, without TLS.
     *
     * @param configuration with as many servers as there are ports
     * @param ports of the servers
     */
    public static Haproxy start(Path configuration, Path folder, List<Integer> ports) throws IOException {
        int port = Ports.free();
        Iterator<Integer> next = ports.iterator();
        String text = Files.readString(configuration).replaceFirst("bind :443[^\\n]*", "bind 127.0.0.1:" + port);
        Path file = folder.resolve("haproxy.cfg");
        Files.writeString(
                file,
                ADDRESS.matcher(text)
                        .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + " 127.0.0.1:" + next.next())));
        ServerProcess process = ServerProcess.start(
                        List.of(program().orElseThrow().toString(), "-db", "-n", CONNECTIONS, "-f", file.toString()),
                        folder.resolve("haproxy.log"),
                        List.of(port))
                .listening();
        return new Haproxy(process, port);
    }

    /** Returns the address of the servers behind it. */
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.end();
    }
}
