package dev.holdfast.it.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.mcp.McpService;
import dev.holdfast.cli.mcp.Toolbox;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.internal.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lines that an assistant and {@code holdfast mcp} exchange, within this process. */
final class McpLines implements AutoCloseable {
    private final PipedOutputStream toServer = new PipedOutputStream();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Thread serving;

    McpLines(Path project) throws IOException {
        PipedInputStream in = new PipedInputStream(toServer, 1 << 16);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
        Environment environment = new Environment(Map.of(), project, InputStream.nullInputStream(), nowhere, nowhere);
        McpService server = ServiceLoader.load(McpService.class).findFirst().orElseThrow();
        serving = new Thread(() -> serve(server, environment, in), "mcp");
        serving.setDaemon(true);
        serving.start();
    }

    private void serve(McpService server, Environment environment, InputStream in) {
        try (CommandContext call = new CommandContext(environment, new GlobalOptions(), List.of());
                Toolbox tools = new Toolbox(call)) {
            server.serve(tools, "1", in, new OutputStream() {
                @Override
                public void write(int one) {
                    heard(one);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void heard(int one) {
        if (one == '\n') {
            answers.add(line.toString(UTF_8));
            line.reset();
        } else {
            line.write(one);
        }
    }

    void say(String text) throws IOException {
        toServer.write((text + "\n").getBytes(UTF_8));
        toServer.flush();
    }

    /** Asks for something and returns all lines up to its answer, which is the last. */
    List<String> ask(String id, String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        say(Json.write(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", parameters)));
        List<String> all = new ArrayList<>();
        while (true) {
            String next = answers.poll(60, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("No answer to " + id + " within a minute; before: " + all);
            }
            all.add(next);
            @Nullable Object answered = Json.readObject(next).get("id");
            if (id.equals(answered)) {
                return all;
            }
        }
    }

    /** Ends the input and returns whether the server ends then. */
    boolean end() throws IOException, InterruptedException {
        toServer.close();
        serving.join(60_000);
        return !serving.isAlive();
    }

    @Override
    public void close() throws IOException {
        toServer.close();
    }
}
