package dev.holdfast.server.webhooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of a server.
 *
 * @param allowed the addresses that hooks may call
 * @param key for hooks that administrators create; null if they may create none
 */
public record WebhookOptions(
        List<HookOptions> hooks,
        AllowedAddresses allowed,
        @Nullable HookKey key) {
    /** No hooks. */
    public static final WebhookOptions NONE = new WebhookOptions(List.of(), AllowedAddresses.of(List.of()));

    /** Makes options for hooks of the operator alone. */
    public WebhookOptions(List<HookOptions> hooks, AllowedAddresses allowed) {
        this(hooks, allowed, null);
    }

    public WebhookOptions {
        hooks = List.copyOf(hooks);
        if (hooks.stream().map(HookOptions::name).distinct().count() < hooks.size()) {
            throw new IllegalArgumentException("Two webhooks have the same name.");
        }
    }
}
