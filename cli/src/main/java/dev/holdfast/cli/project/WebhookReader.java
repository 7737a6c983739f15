package dev.holdfast.cli.project;

import dev.holdfast.config.internal.SmallFile;
import dev.holdfast.config.internal.YamlMap;
import dev.holdfast.config.internal.YamlValue;
import dev.holdfast.internal.views.HookEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads which programs are called when something happens to a lock. Their secrets are in variables or files of their own. */
record WebhookReader(ServeReader serve) {
    private static final String GROUP = "webhooks.";
    private static final String HOOKS = GROUP + "hooks.";
    private static final String URL = "https://hooks.example.org/locks";
    private static final String FILE = "/etc/holdfast/webhook.secret";
    private static final int MAX_KEPT = 100_000;
    private static final int MAX_TRIES = 50;
    private static final Duration MIN_ENDS_SOON = Duration.ofMinutes(5);
    private static final Duration MAX_ENDS_SOON = Duration.ofDays(365);
    private static final List<String> KEYS = List.of(
            "url",
            "secret-env",
            "secret-file",
            "resources",
            "events",
            "ends-soon",
            "rights",
            "timeout",
            "tries",
            "pause",
            "longest-pause",
            "queue",
            "dead-letters");

    /** Opens the group of keys within those of the section {@code serve}. */
    static void open(Map<String, YamlValue> values) {
        ServeReader.open(
                GROUP,
                values.remove("webhooks"),
                List.of("allow", "hooks", "key-env", "key-file", "ends-soon"),
                values);
        YamlValue hooks = values.remove(GROUP + "hooks");
        if (hooks == null) {
            return;
        }
        hooks.map("names, each with url and secret-env").values().forEach((name, hook) -> {
            YamlMap keys = hook.map(String.join(", ", KEYS));
            if (keys.get("secret") != null) {
                throw keys.key("secret")
                        .mistake("A secret does not belong into this file: name a variable with secret-env, or a file"
                                + " with secret-file.");
            }
            values.put(HOOKS + name, hook);
            ServeReader.open(HOOKS + name + ".", hook, KEYS, values);
        });
    }

    WebhookSettings webhooks(Map<String, YamlValue> values) {
        TreeSet<String> names = new TreeSet<>();
        for (String key : values.keySet()) {
            if (key.startsWith(HOOKS) && !key.substring(HOOKS.length()).contains(".")) {
                names.add(key.substring(HOOKS.length()));
            }
        }
        List<String> allow = texts(GROUP + "allow", "hooks.example.org");
        return new WebhookSettings(
                allow == null ? List.of() : allow,
                names.stream().map(name -> hook(name, values.get(HOOKS + name))).toList(),
                key(),
                endsSoon(GROUP + "ends-soon"));
    }

    /** Returns the key for hooks of administrators; null if they may create none. */
    private WebhookSettings.@Nullable Key key() {
        YamlValue variable = serve.said(GROUP + "key-env");
        YamlValue file = serve.said(GROUP + "key-file");
        if (variable != null && file != null) {
            throw file.mistake("One key is enough: name either a variable with key-env, or a file with key-file.");
        }
        if (file != null) {
            Path path = serve.root().resolve(file.text(FILE));
            return new WebhookSettings.Key(fromFile(file, path), path);
        }
        return variable == null ? null : new WebhookSettings.Key(fromVariable(variable), null);
    }

    private WebhookSettings.Webhook hook(String name, @Nullable YamlValue whole) {
        String prefix = HOOKS + name + ".";
        YamlValue url = serve.said(prefix + "url");
        YamlValue variable = serve.said(prefix + "secret-env");
        YamlValue file = serve.said(prefix + "secret-file");
        if (whole != null && url == null) {
            throw whole.mistake("A webhook needs the address that is called, such as url: " + URL);
        }
        if (whole != null && (variable == null) == (file == null)) {
            throw whole.mistake(
                    "A webhook needs a secret to sign with: name either a variable with secret-env, or a file"
                            + " with secret-file.");
        }
        Path path = file == null ? null : serve.root().resolve(file.text(FILE));
        List<String> events = events(prefix + "events");
        return new WebhookSettings.Webhook(
                name,
                url == null ? "" : url.text(URL),
                file == null || path == null ? fromVariable(variable) : fromFile(file, path),
                path,
                texts(prefix + "resources", "Chapter_*"),
                events,
                hookEndsSoon(prefix + "ends-soon", events),
                texts(prefix + "rights", "reader"),
                duration(prefix + "timeout"),
                serve.number(prefix + "tries", 1, MAX_TRIES),
                duration(prefix + "pause"),
                duration(prefix + "longest-pause"),
                serve.number(prefix + "queue", 1, MAX_KEPT),
                serve.number(prefix + "dead-letters", 1, MAX_KEPT));
    }

    private String fromVariable(@Nullable YamlValue said) {
        if (said == null) {
            return "";
        }
        String name = said.text("HOLDFAST_WEBHOOK_SECRET");
        String secret = serve.environment().variable(name);
        if (secret == null) {
            throw said.mistake("The variable " + name + " is not set: let it hold the secret of the webhook. Create one"
                    + " with openssl rand -base64 32.");
        }
        return secret;
    }

    private static String fromFile(YamlValue said, Path file) {
        try {
            return SmallFile.read(file);
        } catch (IOException e) {
            throw said.mistake("The secret of the webhook cannot be read from " + file + ": " + SmallFile.reason(e)
                    + ". Create one with openssl rand -base64 32.");
        }
    }

    private @Nullable List<String> events(String key) {
        List<String> events = texts(key, "overridden");
        YamlValue said = serve.said(key);
        if (events != null && said != null) {
            List<String> known = HookEvents.all();
            for (String event : events) {
                if (!known.contains(event)) {
                    throw said.mistake(
                            "There is no event '" + event + "'; there are " + String.join(", ", known) + ".");
                }
            }
        }
        return events;
    }

    private @Nullable Duration hookEndsSoon(String key, @Nullable List<String> events) {
        YamlValue said = serve.said(key);
        if (said != null && events != null && !events.contains(HookEvents.ENDS_SOON)) {
            throw said.mistake(
                    "This has no effect, since 'events' does not name " + HookEvents.ENDS_SOON + ": add it there.");
        }
        return endsSoon(key);
    }

    private @Nullable Duration endsSoon(String key) {
        YamlValue said = serve.said(key);
        Duration time = duration(key);
        if (said != null && time != null && (time.compareTo(MIN_ENDS_SOON) < 0 || time.compareTo(MAX_ENDS_SOON) > 0)) {
            throw said.mistake("A time from 5m to 365d is expected here, not '" + said.text("1d") + "'.");
        }
        return time;
    }

    /** Reads a list, or a text with commas; null if nothing is said. */
    private @Nullable List<String> texts(String key, String example) {
        YamlValue said = serve.said(key);
        if (said == null) {
            return null;
        }
        List<YamlValue> values = said.isList() ? said.list(example) : List.of(said);
        return values.stream()
                .flatMap(value -> Stream.of(value.text(example).split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private @Nullable Duration duration(String key) {
        YamlValue said = serve.said(key);
        return said == null ? null : said.duration();
    }
}
