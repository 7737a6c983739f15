package dev.holdfast.server.webhooks;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of a server.
 *
 * @param allowed the addresses that hooks may call
 * @param key for hooks that administrators create; null if they may create none
 * @param endsSoon how long before the end of a hold those hooks are told, if they want that
 */
public record WebhookOptions(
        List<HookOptions> hooks,
        AllowedAddresses allowed,
        @Nullable HookKey key,
        Duration endsSoon) {
    /** No hooks. */
    public static final WebhookOptions NONE = new WebhookOptions(List.of(), AllowedAddresses.of(List.of()));

    /** Makes options for hooks of the operator alone. */
    public WebhookOptions(List<HookOptions> hooks, AllowedAddresses allowed) {
        this(hooks, allowed, null);
    }

    /** Makes options for hooks of the operator and of administrators, which are told a day before the end of a hold. */
    public WebhookOptions(List<HookOptions> hooks, AllowedAddresses allowed, @Nullable HookKey key) {
        this(hooks, allowed, key, HookOptions.DEFAULT_ENDS_SOON);
    }

    public WebhookOptions {
        hooks = List.copyOf(hooks);
        HookOptions.requireEndsSoon(endsSoon);
        if (hooks.stream().map(HookOptions::name).distinct().count() < hooks.size()) {
            throw new IllegalArgumentException("Two webhooks have the same name.");
        }
    }
}
