package dev.holdfast.protocol.terraform;

import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.storage.ValueStore;
import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.ToolRoute;
import dev.holdfast.server.protocol.Protocol;
import dev.holdfast.server.protocol.ProtocolContext;
import dev.holdfast.server.protocol.SettingException;
import dev.holdfast.server.protocol.Settings;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The {@code http} backend of Terraform and OpenTofu: states in the store of the server, under its locks. */
public final class TerraformProtocol implements Protocol {
    /** Bytes of a state, as most. */
    static final long MAX_STATE = 64L << 20;

    private static final String PREFIX = "prefix";
    private static final String READERS = "readers";
    private static final String STATE = "/terraform/{name}";
    private static final String LOCK = STATE + "/lock";
    private static final String VERSIONS = STATE + "/versions";
    private static final String VERSION = VERSIONS + "/{version}";

    @Override
    public String name() {
        return "terraform";
    }

    @Override
    public String path() {
        return "/terraform/";
    }

    /** Returns the sentence as JSON. Terraform shows only the status; OpenTofu writes the body into its debug log. */
    @Override
    public Answer explain(Problem problem) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("status", problem.status());
        body.put("message", problem.getMessage());
        return new Answer(problem.status(), body, Map.of());
    }

    @Override
    public List<ToolRoute> open(ProtocolContext context) {
        Settings settings = context.settings()
                .only(PREFIX, READERS, "suspect-after", "encryption-key", "encryption-key-env", "former-keys");
        String prefix = prefix(settings);
        ValueStore values = Managers.extension(context.manager(), ValueStore.class)
                .orElseThrow(() -> new SettingException(settings.name() + ": the store "
                        + context.manager().admin().traits().address()
                        + " cannot keep states. Serve one of sqlite:, postgresql:, mariadb: or h2:, or leave "
                        + settings.name() + " out."));
        States states = new States(
                values,
                StateKeys.of(settings, System::getenv),
                new StateQuota(values, context.quotas()),
                InstantSource.system());
        states.clean();
        Claims claims = new Claims(context.locks(), prefix);
        LockCalls locks = new LockCalls(claims, states);
        StateCalls calls = new StateCalls(claims, states, locks, reader(settings));
        VersionCalls versions = new VersionCalls(claims, states, calls);
        return Stream.of(
                        locking(locks),
                        List.of(
                                ToolRoute.of("GET", STATE, calls::get),
                                ToolRoute.of("POST", STATE, calls::put).streaming(MAX_STATE),
                                ToolRoute.of("PUT", STATE, calls::put).streaming(MAX_STATE),
                                ToolRoute.of("DELETE", STATE, calls::delete),
                                ToolRoute.of("GET", VERSIONS, versions::list),
                                ToolRoute.of("DELETE", VERSIONS, versions::remove),
                                ToolRoute.of("GET", VERSION, versions::get),
                                ToolRoute.of("POST", VERSION + "/restore", versions::restore)))
                .flatMap(List::stream)
                .toList();
    }

    /** The methods that the guides of other servers name, besides the default ones of the clients. */
    private static List<ToolRoute> locking(LockCalls locks) {
        return List.of(
                ToolRoute.of("LOCK", STATE, locks::lock).granting(),
                ToolRoute.of("LOCK", LOCK, locks::lock).granting(),
                ToolRoute.of("POST", LOCK, locks::lock).granting(),
                ToolRoute.of("PUT", LOCK, locks::lock).granting(),
                ToolRoute.of("UNLOCK", STATE, locks::unlock),
                ToolRoute.of("UNLOCK", LOCK, locks::unlock),
                ToolRoute.of("DELETE", LOCK, locks::unlock));
    }

    private static String prefix(Settings settings) {
        String prefix = settings.text(PREFIX, "terraform/");
        try {
            ResourceName.requireNew(prefix + "x");
        } catch (IllegalArgumentException e) {
            throw settings.mistake(PREFIX, String.valueOf(e.getMessage()));
        }
        return prefix;
    }

    private static Caller.Role reader(Settings settings) {
        return switch (settings.text(READERS, "editor")) {
            case "editor" -> Caller.Role.EDITOR;
            case "reader" -> Caller.Role.READER;
            case "admin" -> Caller.Role.ADMIN;
            default ->
                throw settings.mistake(READERS, "Write the least role that may read states: reader, editor or admin.");
        };
    }
}
