package dev.holdfast.cli.mcp;

import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.owner.AssistantOwner;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The identity of the assistant that uses the tools: a session that no other process shares. */
final class AssistantIdentity {
    private final Environment environment;
    private final @Nullable String named;
    private final String session = "mcp " + UUID.randomUUID();

    AssistantIdentity(CommandContext context) {
        this.environment = context.environment();
        String option = context.options().owner();
        this.named = option == null ? environment.variable("HOLDFAST_OWNER") : option;
    }

    Owner owner(String client, @Nullable String agent) {
        return assistant(client, agent).tools();
    }

    Receipt receipt(String client, @Nullable String agent, String resource) {
        return assistant(client, agent).receipt(resource);
    }

    private AssistantOwner assistant(String client, @Nullable String agent) {
        AssistantOwner known = AssistantOwner.of(at(client), session, agent == null ? "" : agent, null);
        return named == null ? known : known.called(named);
    }

    /** Returns the environment of the client. A desktop program is recognised by its name unless HOLDFAST_ENV is set. */
    private Environment at(String client) {
        String name = client.toLowerCase(Locale.ROOT);
        boolean desktop = name.contains("desktop") || name.equals("claude-ai");
        if (!desktop || environment.variable("HOLDFAST_ENV") != null) {
            return environment;
        }
        Map<String, String> variables = new HashMap<>(environment.variables());
        variables.put("HOLDFAST_ENV", "Desktop");
        return new Environment(
                variables,
                environment.folder(),
                environment.in(),
                environment.out(),
                environment.err(),
                environment.alone());
    }
}
