package dev.holdfast.protocol.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.server.protocol.SettingException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateKeyTest {
    static final String FIRST = Base64.getEncoder().encodeToString(new byte[32]);
    static final String SECOND =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    private static byte[] encrypted(String key, byte[] plain, String bound) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = StateKey.of(key).encrypting(bytes, bound)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] decrypted(String key, byte[] bytes, String bound) throws IOException {
        return StateKey.of(key)
                .decrypting(new ByteArrayInputStream(bytes), bound)
                .readAllBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 1_000_000})
    void decrypted_isWhatWasEncrypted(int size) throws IOException {
        byte[] plain = new byte[size];
        new Random(size).nextBytes(plain);
        byte[] secret = encrypted(FIRST, plain, "a");
        assertThat(decrypted(FIRST, secret, "a")).isEqualTo(plain);
        assertThat(encrypted(FIRST, plain, "a")).isNotEqualTo(secret);
    }

    @Test
    void changedBytes_anotherKeyAndAnotherName_areFound() throws IOException {
        byte[] secret = encrypted(FIRST, new byte[200_000], "a");
        assertThatThrownBy(() -> decrypted(SECOND, secret, "a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> decrypted(FIRST, secret, "b")).isInstanceOf(IOException.class);
        byte[] cut = Arrays.copyOf(secret, 131_072);
        assertThatThrownBy(() -> decrypted(FIRST, cut, "a")).isInstanceOf(IOException.class);
        byte[] changed = secret.clone();
        changed[150_000] ^= 1;
        assertThatThrownBy(() -> decrypted(FIRST, changed, "a")).isInstanceOf(IOException.class);
        byte[] swapped = secret.clone();
        System.arraycopy(secret, 65_536, swapped, 131_072, 65_536);
        System.arraycopy(secret, 131_072, swapped, 65_536, 65_536);
        assertThatThrownBy(() -> decrypted(FIRST, swapped, "a")).isInstanceOf(IOException.class);
    }

    @Test
    void settings_nameFilesAndVariables(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("state.key"), FIRST + "\n");
        StateKeys keys = StateKeys.of(
                StateServer.settings(
                        Map.of("encryption-key-env", "KEY", "former-keys", Map.of("until-may", file.toString()))),
                Map.of("KEY", SECOND)::get);
        assertThat(keys.all()).hasSize(2);
        assertThat(keys.newest()).isSameAs(keys.all().get(0));
        assertThat(keys.withId(StateKey.of(FIRST).id())).isPresent();
        assertThat(keys.withId("none")).isEmpty();
        assertThat(StateKeys.of(StateServer.settings(Map.of("encryption-key", file.toString())), name -> null)
                        .newest())
                .isNotNull();
        assertThat(StateKeys.of(StateServer.settings(Map.of()), name -> null)).isEqualTo(StateKeys.NONE);
    }

    @Test
    void mistakes_nameTheKey_andShowNoSecret(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("state.key"), "c2VjcmV0IQ==");
        assertThatThrownBy(() ->
                        StateKeys.of(StateServer.settings(Map.of("encryption-key", file.toString())), name -> null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("encryption-key")
                .hasMessageContaining("openssl rand -base64 32")
                .hasMessageNotContaining("c2Vj");
        assertThatThrownBy(() -> StateKeys.of(
                        StateServer.settings(
                                Map.of("encryption-key", folder.resolve("none").toString())),
                        name -> null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> StateKeys.of(StateServer.settings(Map.of("encryption-key-env", "KEY")), name -> null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("no variable KEY");
        assertThatThrownBy(() -> StateKeys.of(
                        StateServer.settings(Map.of("encryption-key-env", "KEY", "encryption-key", file.toString())),
                        name -> FIRST))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("not both");
    }
}
