package dev.holdfast.cli.owner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Hold;
import dev.holdfast.LockManager;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.base.Sha256;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A session of an assistant, or a sub-agent in one, as an owner. It is known by what the assistant calls its session, and by no
 * process: it is another one for every call. The name is made of it, so that all calls for one session find the same.
 *
 * <p>What the session holds is its sub-agents' too, since they work for it. What a sub-agent holds is neither the session's nor
 * another sub-agent's: they may work at the same time.
 */
public final class AssistantOwner implements HoldOwnership {
    /** Part of the owner's id for locks that were acquired with {@code holdfast mcp}. */
    static final String TOOLS = "/tools";

    private static final String AGENT = "/agent-";
    private static final int MAX_AGENT_LENGTH = 64;
    private static final int SECRET_BYTES = 16;

    private final Environment environment;
    private final String session;
    private final String agent;
    private final String name;
    private @Nullable InstanceOwnership around;

    private AssistantOwner(Environment environment, String session, String agent, String name) {
        this.environment = environment;
        this.session = session;
        this.agent = agent;
        this.name = name;
    }

    /**
     * Returns the owner for an event.
     *
     * @param session what the assistant calls its session, empty if it is not known
     * @param agent what it calls the sub-agent, empty if it is none
     * @param named a name to go by instead of one made of the session, or null
     */
    public static AssistantOwner of(Environment environment, String session, String agent, @Nullable String named) {
        String name = named == null ? Instance.prefix(environment) + SerialNumber.of("assistant " + session) : named;
        return new AssistantOwner(environment, named == null ? session : named, agent, name);
    }

    /** Returns the same owner under another name. */
    public AssistantOwner called(String other) {
        return new AssistantOwner(environment, session, agent, other);
    }

    /** Returns whether the session can be recognised later, and so can own locks. */
    public boolean isKnown() {
        return !session.isEmpty();
    }

    /** Returns the owner of locks that the session acquires. */
    public Owner owner() {
        return Owner.of(name + suffix());
    }

    /** Returns the owner of locks that the session's tools acquire. It is another: the tools do not know the session. */
    public Owner tools() {
        return Owner.of(name + TOOLS + suffix()).named(name + suffix());
    }

    private String suffix() {
        return agent.isEmpty() ? "" : AGENT + plain(agent);
    }

    /** Returns the name of the whole session. */
    public String session() {
        return name;
    }

    /** Returns whether an owner is the session or one of its sub-agents. */
    public boolean isWithin(String ownerId) {
        return ownerId.equals(name) || ownerId.startsWith(name + AGENT);
    }

    /** Returns the receipt for a resource, the same at every call: derived from the session's id, which others do not know. */
    public Receipt receipt(String resource) {
        byte[] hash = Sha256.of(("holdfast " + session + '\n' + agent).getBytes(UTF_8));
        return Receipt.of(resource, Arrays.copyOf(hash, SECRET_BYTES));
    }

    @Override
    public boolean owns(LockManager manager, String resource, Hold hold) {
        String holder = hold.owner().id();
        if (isKnown()) {
            if (holder.equals(owner().id()) || holder.equals(name)) {
                return true;
            }
            if (holder.startsWith(name + AGENT)) {
                return false;
            }
            if (holder.startsWith(name + "/")
                    || (hold.entries().isEmpty() && hold.owner().name().equals(name))) {
                return true; // a command that it runs, or an entry that was written by hand
            }
        }
        return around().owns(manager, resource, hold) || SiblingTools.took(hold);
    }

    /** Returns the ownership of the instance that started the assistant: the assistant works for it. */
    private InstanceOwnership around() {
        if (around == null) {
            around = InstanceOwnership.of(environment, Instance.of(environment, null));
        }
        return around;
    }

    private static String plain(String agent) {
        boolean plain = agent.length() <= MAX_AGENT_LENGTH;
        for (int i = 0; i < agent.length() && plain; i++) {
            char c = agent.charAt(i);
            plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
        }
        return plain ? agent : SerialNumber.of(agent);
    }
}
