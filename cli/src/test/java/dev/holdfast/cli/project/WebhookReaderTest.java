package dev.holdfast.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.base.Environment;
import dev.holdfast.config.internal.ConfigMistake;
import dev.holdfast.config.internal.ConfigSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which programs a server calls, as the file says it. */
final class WebhookReaderTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path root;

    private ServeSettings read(String hooks) {
        Environment environment =
                new Environment(Map.of("CHAT", SECRET), root, InputStream.nullInputStream(), System.out, System.err);
        String text = "serve:\n  webhooks:\n" + hooks.indent(4);
        return new ServeReader(
                        ConfigurationReader.read(new ConfigSource("holdfast.yaml"), text)
                                .serve(),
                        environment,
                        root)
                .settings(ServeSettings.ListenOptions.NONE);
    }

    @Test
    void file_saysAllOfIt_butNoSecret() throws IOException {
        Path file = Files.writeString(root.resolve("own.secret"), SECRET + "\n");
        ServeSettings settings = read("""
                allow: [hooks.example.org, 10.1.0.0/16]
                ends-soon: 3d
                hooks:
                  chat:
                    url: https://hooks.example.org/key-in-the-address
                    secret-env: CHAT
                    resources: Chapter_*, scene/**
                    events: [overridden, handed-over, ends-soon]
                    ends-soon: 12h
                    rights: admin:scene/
                    timeout: 5s
                    tries: 3
                    pause: 1s
                    longest-pause: 1m
                    queue: 50
                    dead-letters: 7
                  own:
                    url: http://10.1.2.3:8090/
                    secret-file: own.secret
                """);
        WebhookSettings.Webhook chat = new WebhookSettings.Webhook(
                "chat",
                "https://hooks.example.org/key-in-the-address",
                SECRET,
                null,
                List.of("Chapter_*", "scene/**"),
                List.of("overridden", "handed-over", "ends-soon"),
                Duration.ofHours(12),
                List.of("admin:scene/"),
                Duration.ofSeconds(5),
                3,
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                50,
                7);
        WebhookSettings.Webhook own = new WebhookSettings.Webhook(
                "own",
                "http://10.1.2.3:8090/",
                SECRET + "\n",
                file,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        assertThat(settings.webhooks())
                .isEqualTo(new WebhookSettings(
                        List.of("hooks.example.org", "10.1.0.0/16"), List.of(chat, own), null, Duration.ofDays(3)));
        assertThat(settings.toString()).doesNotContain(SECRET, "key-in-the-address");
    }

    @Test
    void nothing_isNoWebhook() {
        assertThat(read("hooks:\n")).extracting(ServeSettings::webhooks).isEqualTo(WebhookSettings.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "secret: 0123456789abcdef0123456789abcdef | A secret does not belong into this file",
                "secret-env: NONE | The variable NONE is not set",
                "secret-file: none.secret | cannot be read from",
                "timeout: 1s | needs a secret to sign with",
                "{secret-env: CHAT, events: [stolen]} | There is no event 'stolen'",
                "{secret-env: CHAT, adress: x} | There is no key 'adress' here",
                "{secret-env: CHAT, tries: 0} | from 1 to 50",
                "{secret-env: CHAT, ends-soon: 1m} | from 5m to 365d",
                "{secret-env: CHAT, events: [expired], ends-soon: 1d} | does not name ends-soon"
            })
    void aMistake_isNamedWithoutTheSecret(String keys, String said) {
        String hook = keys.startsWith("{") ? keys.substring(1, keys.length() - 1) : keys;
        assertThatThrownBy(() -> read("hooks:\n  chat: {url: https://hooks.example.org/, " + hook + "}\n"))
                .isInstanceOf(ConfigMistake.class)
                .hasMessageContaining(said)
                .message()
                .doesNotContain(SECRET);
    }

    @Test
    void aTimeForAllHooks_hasBounds() {
        assertThat(read("ends-soon: 2h\n").webhooks().endsSoon()).isEqualTo(Duration.ofHours(2));
        assertThatThrownBy(() -> read("ends-soon: 2y\n")).isInstanceOf(ConfigMistake.class);
        assertThatThrownBy(() -> read("ends-soon: 366d\n")).hasMessageContaining("from 5m to 365d");
    }

    @Test
    void aHookWithoutAnAddress_isAMistake() {
        assertThatThrownBy(() -> read("hooks:\n  chat: {secret-env: CHAT}\n"))
                .isInstanceOf(ConfigMistake.class)
                .hasMessageContaining("needs the address");
    }

    @Test
    void key_forWebhooksOfAdministrators_isInAVariableOrAFile() throws IOException {
        Path file = Files.writeString(root.resolve("key"), SECRET);
        assertThat(read("allow: [hooks.example.org]\n").webhooks().key()).isNull();
        assertThat(read("key-env: CHAT\n").webhooks().key()).isEqualTo(new WebhookSettings.Key(SECRET, null));
        assertThat(read("key-file: key\n").webhooks().key()).isEqualTo(new WebhookSettings.Key(SECRET, file));
        assertThat(String.valueOf(read("key-file: key\n").webhooks())).doesNotContain(SECRET);
        assertThatThrownBy(() -> read("key-env: CHAT\nkey-file: key\n")).hasMessageContaining("One key is enough");
        assertThatThrownBy(() -> read("key-env: NONE\n")).hasMessageContaining("The variable NONE is not set");
    }
}
