package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Stores;
import dev.holdfast.access.Passes;
import dev.holdfast.rules.Pass;
import dev.holdfast.store.LockStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said when a server with sign-in starts. */
final class CautionsTest {
    private static final ServeSettings.SignIn TOKENS = new ServeSettings.SignIn(true, null, null, Duration.ofHours(8));
    private static final ServeSettings.Tls TLS = new ServeSettings.Tls(Path.of("c"), Path.of("k"));

    private static ServeSettings settings(
            String host, ServeSettings.@Nullable SignIn signIn, ServeSettings.@Nullable Tls tls) {
        return new ServeSettings(
                host, 0, signIn, tls, new ServeSettings.Limits(null, null, null, null, null, java.util.Map.of()));
    }

    @Test
    void cautions_areOfPlainTextAndOfNoToken() {
        try (LockStore store = Stores.open("memory:", InstantSource.system())) {
            Passes passes = new Passes(store);
            assertThat(Cautions.of(settings("0.0.0.0", null, null), passes)).isEmpty();
            assertThat(Cautions.of(settings("0.0.0.0", TOKENS, null), passes))
                    .satisfiesExactly(
                            tls -> assertThat(tls).contains("tls.certificate"),
                            token -> assertThat(token).contains("holdfast token create NAME"));
            passes.create(Pass.of("anna", List.of()));
            assertThat(Cautions.of(settings("127.0.0.1", TOKENS, null), passes)).isEmpty();
            assertThat(Cautions.of(settings("0.0.0.0", TOKENS, TLS), passes)).isEmpty();
        }
    }
}
