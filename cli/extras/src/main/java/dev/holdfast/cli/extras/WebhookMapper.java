package dev.holdfast.cli.extras;

import dev.holdfast.LockEvent.EventKind;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.project.WebhookSettings;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.internal.views.HookEvents;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.server.webhooks.AllowedAddresses;
import dev.holdfast.server.webhooks.HookKey;
import dev.holdfast.server.webhooks.HookOptions;
import dev.holdfast.server.webhooks.RetryOptions;
import dev.holdfast.server.webhooks.WebhookOptions;
import dev.holdfast.server.webhooks.WebhookSecret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps the settings of webhooks to the options of the server. */
final class WebhookMapper {
    private static final String SECTION = "serve.webhooks.";

    private WebhookMapper() {}

    static WebhookOptions options(WebhookSettings said) {
        AllowedAddresses allowed;
        try {
            allowed = AllowedAddresses.of(said.allow());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(SECTION + "allow: " + e.getMessage());
        }
        Duration endsSoon = or(said.endsSoon(), HookOptions.DEFAULT_ENDS_SOON);
        return new WebhookOptions(
                said.hooks().stream().map(hook -> checked(hook, endsSoon)).toList(),
                allowed,
                key(said.key()),
                endsSoon);
    }

    private static @Nullable HookKey key(WebhookSettings.@Nullable Key said) {
        try {
            return said == null ? null : HookKey.of(said.text());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(SECTION + "key: " + e.getMessage());
        }
    }

    private static HookOptions checked(WebhookSettings.Webhook said, Duration endsSoon) {
        try {
            return hook(said, endsSoon);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(SECTION + "hooks." + said.name() + ": " + e.getMessage());
        }
    }

    private static HookOptions hook(WebhookSettings.Webhook said, Duration endsSoon) {
        HookOptions byDefault = new HookOptions(said.name(), url(said.url()), WebhookSecret.of(said.secret()));
        RetryOptions retries = byDefault.retries();
        List<String> events = said.events();
        boolean toldOfEnds = events == null || events.contains(HookEvents.ENDS_SOON);
        Duration pause = or(said.pause(), retries.first());
        return byDefault
                .only(or(said.resources(), byDefault.resources()), kinds(events, byDefault.kinds()))
                .endsSoon(toldOfEnds ? or(said.endsSoon(), endsSoon) : null)
                .rights(rights(or(said.rights(), byDefault.rights())))
                .tries(
                        or(said.timeout(), byDefault.timeout()),
                        new RetryOptions(
                                or(said.tries(), retries.tries()), pause, or(said.longestPause(), retries.longest())))
                .keeping(or(said.queue(), byDefault.queue()), or(said.deadLetters(), byDefault.deadLetters()));
    }

    /** The message has no address, which may be secret. */
    private static URI url(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("url is no address, such as https://hooks.example.org/locks.");
        }
    }

    private static List<String> rights(List<String> words) {
        for (String word : words) {
            if (!List.of("reader", "editor", "admin")
                    .contains(AccessToken.Right.parse(word).role())) {
                throw new IllegalArgumentException("'" + word + "' is no right: write reader, or admin, each also for"
                        + " some resources, such as admin:scene/.");
            }
        }
        return words;
    }

    private static Set<EventKind> kinds(@Nullable List<String> words, Set<EventKind> byDefault) {
        return words == null
                ? byDefault
                : Arrays.stream(EventKind.values())
                        .filter(kind -> words.contains(LockJson.label(kind)))
                        .collect(Collectors.toSet());
    }

    private static <T> T or(@Nullable T said, T byDefault) {
        return said == null ? byDefault : said;
    }
}
