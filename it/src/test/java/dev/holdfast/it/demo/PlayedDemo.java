package dev.holdfast.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.Main;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code holdfast demo NAME} of an application with pages, as a process of its own, which ends here with all that it started. */
final class PlayedDemo implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+) ");

    private final Path out;
    private final Process process;
    private final String address;

    private PlayedDemo(Path out, Process process) throws IOException, InterruptedException {
        this.out = out;
        this.process = process;
        this.address = awaitAddress();
    }

    /**
     * Starts it in that folder and waits until it says where it is.
     *
     * @param options for the command, such as where it listens
     */
    static PlayedDemo start(String name, Path folder, String... options) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "demo",
                name));
        line.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment()
                .put("XDG_STATE_HOME", folder.resolveSibling("state").toString());
        return new PlayedDemo(out, builder.start());
    }

    private String awaitAddress() throws IOException, InterruptedException {
        try {
            Matcher found = ADDRESS.matcher(said());
            while (!found.find()) {
                assertThat(process.isAlive()).as(said()).isTrue();
                Thread.sleep(20);
                found.reset(said());
            }
            return found.group(1);
        } catch (IOException | InterruptedException | AssertionError e) {
            close();
            throw e;
        }
    }

    int port() {
        return URI.create(address).getPort();
    }

    Process process() {
        return process;
    }

    String said() throws IOException {
        return Files.readString(out);
    }

    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofMinutes(2))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
