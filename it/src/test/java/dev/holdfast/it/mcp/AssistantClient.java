package dev.holdfast.it.mcp;

import dev.holdfast.cli.Main;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** An assistant that starts {@code holdfast mcp} in a project and calls its tools, by the SDK of the protocol. */
final class AssistantClient implements AutoCloseable {
    private final McpSyncClient client;

    private AssistantClient(McpSyncClient client) {
        this.client = client;
    }

    static AssistantClient in(Path project, String name) {
        return in(project, name, "exec \"$@\"");
    }

    /** One that another process has started: not this one. */
    static AssistantClient elsewhere(Path project, String name) {
        return in(project, name, "\"$@\"; exit");
    }

    private static AssistantClient in(Path project, String name, String start) {
        // A shell, since the SDK starts a process where this one is.
        ServerParameters server = ServerParameters.builder("sh")
                .args(
                        "-c",
                        "cd \"$1\" && shift && " + start,
                        "sh",
                        project.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "mcp")
                .build();
        McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .clientInfo(McpSchema.Implementation.builder(name, "1").build())
                .requestTimeout(Duration.ofMinutes(3))
                .initializationTimeout(Duration.ofMinutes(3))
                .jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null))
                .build();
        client.initialize();
        return new AssistantClient(client);
    }

    McpSyncClient sdk() {
        return client;
    }

    Said call(String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        String text = result.content().stream()
                .map(content -> ((McpSchema.TextContent) content).text())
                .collect(Collectors.joining("\n"));
        return new Said(text, Boolean.TRUE.equals(result.isError()), result.structuredContent());
    }

    /** What a tool answered. */
    record Said(String text, boolean error, Object data) {}

    @Override
    public void close() {
        client.closeGracefully();
    }
}
