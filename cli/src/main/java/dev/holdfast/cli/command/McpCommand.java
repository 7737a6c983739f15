package dev.holdfast.cli.command;

import dev.holdfast.cli.base.CommandJar;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.base.Version;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.mcp.McpService;
import dev.holdfast.cli.mcp.Toolbox;
import dev.holdfast.cli.terminal.ShutdownTask;
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
    /** The time limit for releasing the assistant's holds. After that, leases and the end of the process release them. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    @Override
    protected int run(CommandContext context) throws InterruptedException {
        McpService serving = CommandJar.EXTRAS.service(McpService.class, "tools for assistants");
        try (Toolbox tools = new Toolbox(context)) {
            // An assistant that ends its tools by a signal rather than by closing their input.
            ShutdownTask.add("holdfast-farewell", FAREWELL, tools::close);
            serving.serve(tools, Version.number(), context.environment().in(), context.out());
        }
        return ExitCode.DONE;
    }
}
