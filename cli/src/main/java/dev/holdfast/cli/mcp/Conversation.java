package dev.holdfast.cli.mcp;

import dev.holdfast.Receipt;
import dev.holdfast.cli.Call;
import dev.holdfast.cli.Surroundings;
import dev.holdfast.cli.owner.Assistant;
import dev.holdfast.rules.Owner;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who the assistant at the other end of the tools is: a session of its own, which no other process is. */
final class Conversation {
    private final Surroundings surroundings;
    private final @Nullable String named;
    private final String session = "mcp " + UUID.randomUUID();

    Conversation(Call call) {
        this.surroundings = call.surroundings();
        String option = call.options().owner();
        this.named = option == null ? surroundings.variable("HOLDFAST_OWNER") : option;
    }

    Owner owner(String client, @Nullable String agent) {
        return assistant(client, agent).tools();
    }

    Receipt receipt(String client, @Nullable String agent, String resource) {
        return assistant(client, agent).receipt(resource);
    }

    private Assistant assistant(String client, @Nullable String agent) {
        Assistant known = Assistant.of(at(client), session, agent == null ? "" : agent, null);
        return named == null ? known : known.called(named);
    }

    /** A program with windows says so by its name, if nobody has said it before. */
    private Surroundings at(String client) {
        String name = client.toLowerCase(Locale.ROOT);
        boolean desktop = name.contains("desktop") || name.equals("claude-ai");
        if (!desktop || surroundings.variable("HOLDFAST_ENV") != null) {
            return surroundings;
        }
        Map<String, String> environment = new HashMap<>(surroundings.environment());
        environment.put("HOLDFAST_ENV", "Desktop");
        return new Surroundings(
                environment,
                surroundings.folder(),
                surroundings.in(),
                surroundings.out(),
                surroundings.err(),
                surroundings.alone());
    }
}
