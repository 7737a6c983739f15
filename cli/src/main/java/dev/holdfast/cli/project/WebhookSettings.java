package dev.holdfast.cli.project;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs that a server calls when something happens to a lock.
 *
 * @param allow the names, addresses and ranges that it may call
 * @param key for hooks that administrators create; null if they may create none
 * @param endsSoon how long before the end of a hold those are told that name no time; null for the default
 */
public record WebhookSettings(
        List<String> allow,
        List<Webhook> hooks,
        @Nullable Key key,
        @Nullable Duration endsSoon) {
    public static final WebhookSettings NONE = new WebhookSettings(List.of(), List.of(), null, null);

    public WebhookSettings {
        allow = List.copyOf(allow);
        hooks = List.copyOf(hooks);
    }

    /** Returns the files that hold secrets. */
    public List<Path> files() {
        return Stream.concat(
                        Stream.ofNullable(key).map(Key::file), hooks.stream().map(Webhook::file))
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    /**
     * The key for hooks that administrators create.
     *
     * @param file where it is; null for a variable
     */
    public record Key(String text, @Nullable Path file) {
        /** Returns a text without the key. */
        @Override
        public String toString() {
            return "Key";
        }
    }

    /**
     * One of them; null where nothing is set.
     *
     * @param secret from a variable or a file
     * @param file the file; null for a variable
     * @param resources patterns of their names
     * @param events the kinds that it is told of, in small letters with dashes
     * @param endsSoon how long before the end of a hold it is told
     * @param rights what it may know, as those of a token
     */
    public record Webhook(
            String name,
            String url,
            String secret,
            @Nullable Path file,
            @Nullable List<String> resources,
            @Nullable List<String> events,
            @Nullable Duration endsSoon,
            @Nullable List<String> rights,
            @Nullable Duration timeout,
            @Nullable Integer tries,
            @Nullable Duration pause,
            @Nullable Duration longestPause,
            @Nullable Integer queue,
            @Nullable Integer deadLetters) {
        /** Returns a text without the address, which may be secret, and without the secret. */
        @Override
        public String toString() {
            return "Webhook[name=" + name + "]";
        }
    }
}
