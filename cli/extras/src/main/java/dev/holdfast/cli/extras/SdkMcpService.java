package dev.holdfast.cli.extras;

import dev.holdfast.cli.mcp.Guidance;
import dev.holdfast.cli.mcp.McpService;
import dev.holdfast.cli.mcp.Reply;
import dev.holdfast.cli.mcp.Tool;
import dev.holdfast.cli.mcp.Toolbox;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Speaks by the SDK of the protocol. */
public final class SdkMcpService implements McpService {
    /** Longer than the maximum wait for a lock. */
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** The tools look at what they get themselves, and say in a sentence what is wrong with it. */
    private static final JsonSchemaValidator TRUSTING =
            (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null);

    @Override
    public void serve(Toolbox tools, String version, InputStream in, OutputStream plain) throws InterruptedException {
        OutputStream out = new EscapingOutput(plain);
        WatchedInput watched = new WatchedInput(in);
        McpJsonMapper mapper = McpJsonDefaults.getMapper();
        McpSyncServer server = McpServer.sync(SteadyTransport.of(
                        new StdioServerTransportProvider(mapper, new MessageInput(watched, out, mapper), out)))
                .serverInfo("holdfast", version)
                .instructions(tools.instructions())
                .capabilities(McpSchema.ServerCapabilities.builder()
                        .tools(false)
                        .prompts(false)
                        .build())
                .requestTimeout(TIMEOUT)
                .jsonSchemaValidator(TRUSTING)
                .validateToolInputs(false)
                .tools(Tool.all().stream()
                        .map(tool -> specification(tools, tool))
                        .toList())
                .prompts(Guidance.prompts().stream()
                        .map(SdkMcpService::specification)
                        .toList())
                .build();
        try {
            watched.awaitEnd();
        } finally {
            server.closeGracefully();
        }
    }

    private static SyncToolSpecification specification(Toolbox tools, Tool tool) {
        McpSchema.Tool described = McpSchema.Tool.builder(tool.name(), tool.schema())
                .title(tool.title())
                .description(tool.description())
                .annotations(new McpSchema.ToolAnnotations(tool.title(), tool.readOnly(), false, true, false, null))
                .build();
        return new SyncToolSpecification(described, (exchange, request) -> called(tools, tool, exchange, request));
    }

    private static McpSchema.CallToolResult called(
            Toolbox tools, Tool tool, McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
        Map<String, Object> arguments = request.arguments();
        McpSchema.Implementation client = exchange.getClientInfo();
        Reply reply;
        try {
            reply = tools.call(tool, arguments == null ? Map.of() : arguments, client == null ? "" : client.name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reply = new Reply("Interrupted: nothing was taken.", Map.of(), true);
        }
        return McpSchema.CallToolResult.builder()
                .addTextContent(reply.text())
                .structuredContent(reply.data())
                .isError(reply.error())
                .build();
    }

    private static SyncPromptSpecification specification(Guidance.Prompt prompt) {
        McpSchema.Prompt described = McpSchema.Prompt.builder(prompt.name())
                .title(prompt.title())
                .description(prompt.description())
                .build();
        McpSchema.PromptMessage message = McpSchema.PromptMessage.builder(
                        McpSchema.Role.USER,
                        McpSchema.TextContent.builder(prompt.text()).build())
                .build();
        return new SyncPromptSpecification(
                described,
                (exchange, request) -> McpSchema.GetPromptResult.builder(List.of(message))
                        .description(prompt.description())
                        .build());
    }
}
