package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.NotPermittedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens are kept for one server each, and for the user alone. */
class TokenFileTest {
    @TempDir
    private Path folder;

    private TokenFile tokens() {
        return TokenFile.of(Map.of("XDG_CONFIG_HOME", folder.toString())::get);
    }

    private Path file() {
        return folder.resolve("holdfast/tokens");
    }

    @Test
    void token_isForItsOriginAlone() throws IOException {
        TokenFile tokens = tokens();
        assertThat(tokens.find("https://locks.example.org")).isNull();
        tokens.put("https://Locks.example.org/behind/a/path", "hf_one");
        tokens.put("http://127.0.0.1:7420", "hf_two");
        assertThat(tokens().find("https://locks.example.org:443/")).isEqualTo("hf_one");
        assertThat(tokens().find("http://127.0.0.1:7420")).isEqualTo("hf_two");
        assertThat(tokens().origins()).containsExactly("http://127.0.0.1:7420", "https://locks.example.org");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(tokens.remove("http://127.0.0.1:7420")).isTrue();
        assertThat(tokens.remove("http://127.0.0.1:7420")).isFalse();
        assertThat(tokens().find("http://127.0.0.1:7420")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://locks.example.org",
                "https://locks.example.org:8443",
                "https://example.org",
                "https://locks.example.org.evil.example",
                "https://xlocks.example.org"
            })
    void token_isNotForAnotherOrigin(String other) {
        tokens().put("https://locks.example.org", "hf_one");
        assertThat(tokens().find(other)).isNull();
    }

    @Test
    void tokenThatChanges_isNoticed() throws IOException {
        TokenFile tokens = tokens();
        tokens.put("https://a.example", "hf_one");
        assertThat(tokens.find("https://a.example")).isEqualTo("hf_one");
        tokens().put("https://a.example", "hf_two");
        Files.setLastModifiedTime(file(), java.nio.file.attribute.FileTime.fromMillis(1));
        assertThat(tokens.find("https://a.example")).isEqualTo("hf_two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw----", "rw-----w-"})
    void fileOfOthers_isRefused(String permissions) throws IOException {
        tokens().put("https://a.example", "hf_one");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(permissions));
        assertThatThrownBy(() -> tokens().find("https://a.example"))
                .isInstanceOf(NotPermittedException.class)
                .hasMessageContaining("chmod 600 " + file())
                .hasMessageNotContaining("hf_");
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example, ''",
        "https://a.example, two words",
        "https://a.example, 'a\nb'",
        "http://a.example, hf_x",
        "http://10.0.0.1, hf_x",
        "http://localhost.example.org, hf_x",
        "http://127.0.0.1.example.org, hf_x",
        "http://0.0.0.0, hf_x",
        "ftp://a.example, hf_x",
        "a.example, hf_x"
    })
    void whatCannotBeKept_isRefused(String address, String token) {
        assertThatThrownBy(() -> tokens().put(address, token)).isInstanceOf(IllegalArgumentException.class);
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:1", "http://127.0.0.1", "http://127.1.2.3:8080", "http://[::1]:7420"})
    void thisMachine_needsNoTls(String address) {
        tokens().put(address, "hf_x");
        assertThat(tokens().find(address)).isEqualTo("hf_x");
    }
}
