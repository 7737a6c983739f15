package dev.holdfast.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which keys of an issuer count, and when they are fetched. Time is the test's. */
class IssuerKeysTest {
    private final List<CompletableFuture<JWKSet>> fetches = new ArrayList<>();
    private long now;
    private final IssuerKeys keys = new IssuerKeys(this::fetch, () -> now);

    private CompletableFuture<JWKSet> fetch() {
        CompletableFuture<JWKSet> fetch = new CompletableFuture<>();
        fetches.add(fetch);
        return fetch;
    }

    private void later(Duration time) {
        now += time.toNanos();
    }

    @Test
    void callers_areNotHeldUp_whileNothingIsAnswered() {
        List<CompletableFuture<JWKSet>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(keys.current());
            waiting.add(keys.newest());
        }
        assertThat(fetches).as("one for all").hasSize(1);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        JWKSet answer = new JWKSet();
        fetches.get(0).complete(answer);
        assertThat(waiting).allSatisfy(one -> assertThat(one.join()).isSameAs(answer));
    }

    @Test
    void keys_areFetchedTwiceInTenSeconds_atMost() {
        JWKSet first = new JWKSet();
        assertThat(keys.current().isDone()).isFalse();
        fetches.get(0).complete(first);
        assertThat(keys.newest().isDone()).isFalse();
        JWKSet second = new JWKSet();
        fetches.get(1).complete(second);
        assertThat(keys.newest().join()).isSameAs(second);
        assertThat(fetches).hasSize(2);
        later(Duration.ofSeconds(11));
        assertThat(keys.newest().isDone()).isFalse();
        assertThat(fetches).hasSize(3);
    }

    @Test
    void failure_isSaidAtOnce_untilThereIsAnotherAttempt() {
        for (int i = 0; i < 2; i++) {
            assertThat(keys.current().isDone()).isFalse();
            fetches.get(i).completeExceptionally(new IOException("away"));
        }
        assertThat(keys.current().isCompletedExceptionally()).isTrue();
        assertThat(keys.newest().isCompletedExceptionally()).isTrue();
        assertThat(fetches).hasSize(2);
    }

    @Test
    void oldKeys_countForHours_ifThereAreNoNewOnes() {
        JWKSet old = new JWKSet();
        assertThat(keys.current().isDone()).isFalse();
        fetches.get(0).complete(old);
        later(Duration.ofMinutes(14));
        assertThat(keys.current().join()).isSameAs(old);
        later(Duration.ofMinutes(2));
        CompletableFuture<JWKSet> waiting = keys.current();
        assertThat(waiting.isDone()).as("asks again").isFalse();
        fetches.get(1).completeExceptionally(new IOException("away"));
        assertThat(waiting.join()).isSameAs(old);
        later(Duration.ofHours(4));
        CompletableFuture<JWKSet> tooOld = keys.current();
        fetches.get(2).completeExceptionally(new IOException("away"));
        assertThat(tooOld.isCompletedExceptionally()).isTrue();
    }
}
