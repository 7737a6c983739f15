package dev.holdfast.cli.command;

import dev.holdfast.cli.Call;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Version;
import dev.holdfast.cli.mcp.McpServing;
import dev.holdfast.cli.mcp.Toolbox;
import dev.holdfast.cli.project.ServerStores;
import dev.holdfast.cli.terminal.Farewell;
import java.time.Duration;
import picocli.CommandLine.Command;

/** Tools for an assistant, which starts it and ends it. */
@Command(
        name = "mcp",
        description = {
            "Gives an assistant tools to take locks, over standard input and output (Model Context Protocol).",
            "The assistant starts it; what it holds ends with it. docs/assistants.md says how to set it up."
        },
        footer = {"claude mcp add holdfast -- holdfast mcp"})
final class McpCommand extends HoldfastCommand {
    /** How long the store may take to release what the assistant held; leases and the end of the process do the rest. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    @Override
    protected int run(Call call) throws InterruptedException {
        McpServing serving = ServerStores.service(McpServing.class, "tools for assistants");
        try (Toolbox tools = new Toolbox(call)) {
            // An assistant that ends its tools by a signal rather than by closing their input.
            Farewell.add("holdfast-farewell", FAREWELL, tools::close);
            serving.serve(tools, Version.number(), call.surroundings().in(), call.out());
        }
        return ExitCode.DONE;
    }
}
