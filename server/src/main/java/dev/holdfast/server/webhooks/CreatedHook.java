package dev.holdfast.server.webhooks;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Instants;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.views.HookEvents;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hook that an administrator has created, as the store has it: without its secret, which follows from the key and the id.
 *
 * @param id random; another hook of the same name has another one
 * @param by the user who has created it
 */
record CreatedHook(
        String name,
        String id,
        String url,
        List<String> resources,
        List<String> events,
        List<String> rights,
        String by,
        Instant at) {
    private static final int MAX_NAME = 63;
    private static final int MAX_URL = 1_000;
    private static final int MAX_LIST = 10;
    private static final int MAX_EVENTS = 32;
    private static final int MAX_EVENT = 64;
    private static final List<String> ROLES = List.of("reader", "editor", "admin");

    CreatedHook {
        resources = List.copyOf(resources);
        events = List.copyOf(events);
        rights = List.copyOf(rights);
        Bounds.text("The name of a webhook", name, MAX_NAME);
        Bounds.text("The address of a webhook", url, MAX_URL);
        Bounds.count("The patterns of a webhook", resources.size(), MAX_LIST);
        Bounds.count("The events of a webhook", events.size(), MAX_EVENTS);
        Bounds.count("The rights of a webhook", rights.size(), MAX_LIST);
        resources.forEach(pattern -> Bounds.text("A pattern of a webhook", pattern, Bounds.PERSON));
        events.forEach(event -> Bounds.text("An event of a webhook", event, MAX_EVENT));
        rights.forEach(right -> Bounds.text("A right of a webhook", right, Bounds.PERSON));
    }

    private void requireKnown() {
        for (String right : rights) {
            if (!ROLES.contains(AccessToken.Right.parse(right).role())) {
                throw new IllegalArgumentException("'" + right + "' is no right: write reader, or admin, each also for"
                        + " some resources, such as admin:scene/.");
            }
        }
        List<String> known = HookEvents.all();
        if (!known.containsAll(events)) {
            throw new IllegalArgumentException("There is no such event; there are " + String.join(", ", known) + ".");
        }
    }

    /**
     * Returns the options of the hook. Lists that are empty stand for the defaults.
     *
     * @param endsSoon how long before the end of a hold it is told, if it wants that
     * @throws IllegalArgumentException if something of it is not known or not possible
     */
    HookOptions options(HookKey key, Duration endsSoon) {
        requireKnown();
        HookOptions byDefault = new HookOptions(name, uri(), WebhookSecret.of(key.secret(name, id)));
        return byDefault
                .only(
                        resources.isEmpty() ? byDefault.resources() : resources,
                        events.isEmpty()
                                ? byDefault.kinds()
                                : Arrays.stream(EventKind.values())
                                        .filter(kind -> events.contains(LockJson.label(kind)))
                                        .collect(Collectors.toSet()))
                .endsSoon(events.isEmpty() || events.contains(HookEvents.ENDS_SOON) ? endsSoon : null)
                .rights(rights.isEmpty() ? byDefault.rights() : rights);
    }

    /** The message has no address, which may be secret. */
    URI uri() {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'url' is no address, such as https://hooks.example.org/locks.");
        }
    }

    /** Returns the name under which its position is kept. */
    String note() {
        return name + "/" + id;
    }

    Map<String, @Nullable Object> tree() {
        return new JsonAnswer()
                .with("name", name)
                .with("id", id)
                .with("url", url)
                .with("resources", resources)
                .with("events", events)
                .with("rights", rights)
                .with("by", by)
                .with("at", Instants.write(at))
                .tree();
    }

    static CreatedHook of(Map<?, ?> tree) {
        return new CreatedHook(
                String.valueOf(tree.get("name")),
                String.valueOf(tree.get("id")),
                String.valueOf(tree.get("url")),
                texts(tree.get("resources")),
                texts(tree.get("events")),
                texts(tree.get("rights")),
                String.valueOf(tree.get("by")),
                Instant.parse(String.valueOf(tree.get("at"))));
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }
}
