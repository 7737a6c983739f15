package dev.holdfast.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.LockUnavailableException;
import dev.holdfast.Owner;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program reads the file of a project. */
final class ProjectSettingsTest {
    @TempDir
    Path folder;

    @Test
    void file_givesAManagerItsStoreAndItsRules() throws Exception {
        ProjectSettings settings = read("""
                store: "memory:"
                policies:
                  - pattern: report/*
                    suspect-after: 30m
                    waiting: never
                """);
        try (LockManager locks = LockManager.open(settings.store(), settings.options())) {
            locks.acquire(LockRequest.of("report/1").owner(Owner.of("a")));
            LockRequest second = LockRequest.of("report/1").owner(Owner.of("b")).timeout(Duration.ofDays(1));
            assertThatThrownBy(() -> locks.acquire(second))
                    .as("the policy of the file forbids waiting")
                    .isInstanceOf(LockUnavailableException.class);
            assertThat(locks.admin().policy("report/1").suspectAfter()).isEqualTo(Duration.ofMinutes(30));
            assertThat(locks.admin().policy("other").suspectAfter())
                    .isEqualTo(Preset.OFFLINE.policy().suspectAfter());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', file:HERE/.locks, BOOK",
        "# nothing, file:HERE/.locks, BOOK",
        "'store: sqlite:data/locks.db', sqlite:HERE/data/locks.db, OFFLINE",
        "'store: dir:locks', dir:HERE/locks, BOARD",
        "'store: dir:/srv/locks', dir:/srv/locks, BOARD",
        "'{store: dir:locks, preset: resume}', dir:HERE/locks, RESUME",
        "'store: redis://localhost:6379', redis://localhost:6379, OFFLINE"
    })
    void missingKeys_areThoseOfTheStore(String text, String store, Preset preset) throws IOException {
        ProjectSettings settings = read(text);
        assertThat(settings.store()).isEqualTo(store.replace("HERE", folder.toString()));
        assertThat(settings.policies()).isEqualTo(Policies.of(preset));
        assertThat(settings.options().policies()).isEqualTo(settings.policies());
    }

    @Test
    void sectionsOfTheCommand_areLeftToIt_andOldNamesAreHintedAt() throws IOException {
        ProjectSettings settings = read("""
                resources: {A: [a/**]}
                operations: {s: read-only}
                serve: {port: 1}
                policies: [{pattern: x, trust: 30m}]
                """);
        assertThat(settings.policies().forResource("x").suspectAfter()).isEqualTo(Duration.ofMinutes(30));
        assertThat(settings.hints()).containsExactly("'trust' in a policy is now called 'suspect-after': rename it.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            polices: []                                 | :1: There is no key 'polices' here; did you mean 'policies'?
            policies:;  - pattern: x;    cooldwon: 15m  | :3: There is no key 'cooldwon' here; did you mean 'cooldown'?
            policies:;  - pattern: x;    waiting: {turns: {hand-overs: many}} | :3: A whole number from 0 to 1000 is expected here, not 'many'.
            preset: novel                               | :1: There is no preset 'novel'. Choose one of: book, board, resume, offline, compose.
            a: b: c                                     | :1: This is not YAML (mapping values are not allowed here): check the indentation and quotes.
            """)
    void mistake_isOneSentenceWithItsLine(String text, String sentence) {
        assertThatThrownBy(() -> read(text.replace(";", "\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(folder.resolve("holdfast.yaml") + sentence);
    }

    @Test
    void lockDelay_isReadForOneResource_andRefusedByCompose() throws IOException {
        String file = """
                preset: %s
                policies:
                  - pattern: report/*
                    lock-delay: 15s
                """;
        Policies policies = read(file.formatted("offline")).policies();
        assertThat(policies.forResource("report/1").lockDelay()).isEqualTo(Duration.ofSeconds(15));
        assertThat(policies.forResource("other").lockDelay()).isNull();
        assertThatThrownBy(() -> read(file.formatted("compose"))).hasMessageContaining("compose fixes lock-delay");
    }

    @Test
    void fileThatCannotBeRead_isToldInASentence() throws IOException {
        Path missing = folder.resolve("missing.yaml");
        assertThatThrownBy(() -> ProjectSettings.read(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no file " + missing + ".");
        assertThatThrownBy(() -> ProjectSettings.read(folder))
                .hasMessage(folder + " cannot be read (it is not a regular file); make it readable or remove it.");
        Path binary = Files.write(folder.resolve("x.yaml"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> ProjectSettings.read(binary))
                .hasMessage(binary + " is not text in UTF-8; save it as such.");
    }

    private ProjectSettings read(String text) throws IOException {
        return ProjectSettings.read(Files.writeString(folder.resolve("holdfast.yaml"), text));
    }
}
