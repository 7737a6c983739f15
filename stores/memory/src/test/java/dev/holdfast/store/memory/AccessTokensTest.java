package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.access.KnownToken;
import dev.holdfast.internal.access.NewToken;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.spi.Key.Kind;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Query;
import dev.holdfast.spi.StoreManagers;
import dev.holdfast.spi.StoreProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** AccessTokens in a store, by its clock. */
class AccessTokensTest {
    private static final AccessToken ANNA = AccessToken.of("anna", List.of(new AccessToken.Right("editor", "scene/")));

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
    private final LockStore store = StoreProvider.openStore("memory:", now::get);
    private final AccessTokens tokens = new AccessTokens(store);

    @Test
    void token_isFoundByItsSecretAlone() {
        NewToken made = tokens.create(ANNA.display("Anna Berg").label("laptop"));
        assertThat(made.secret()).matches("hf_[A-Za-z0-9_-]{43}");
        assertThat(made.toString()).doesNotContain(made.secret());
        KnownToken found = tokens.find(made.secret()).orElseThrow();
        assertThat(found).isEqualTo(made.known());
        assertThat(found.token().rights()).containsExactly(new AccessToken.Right("editor", "scene/"));
        assertThat(found.token().since()).isEqualTo(now.get());
        assertThat(tokens.find(made.secret() + "x")).isEmpty();
        assertThat(tokens.find(found.name())).as("what is kept lets nobody in").isEmpty();
        assertThat(store.query(Query.all(Kind.TOKEN).user("anna")).entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.toString()).doesNotContain(made.secret()));
    }

    @Test
    void secrets_areNeverTheSame() {
        assertThat(List.of(AccessTokens.randomText(), AccessTokens.randomText(), AccessTokens.randomText()))
                .doesNotHaveDuplicates();
    }

    @Test
    void label_isUniqueAndMadeIfNeedBe() {
        assertThat(tokens.create(ANNA).known().token().label()).isEqualTo("anna");
        assertThat(tokens.create(ANNA).known().token().label()).isEqualTo("anna-2");
        tokens.create(ANNA.label("ci"));
        assertThatThrownBy(() -> tokens.create(ANNA.label("ci")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ci' already");
        assertThat(tokens.list())
                .extracting(known -> known.token().label())
                .containsExactlyInAnyOrder("anna", "anna-2", "ci");
    }

    @Test
    void token_isRevokedByLabelOrId() {
        NewToken one = tokens.create(ANNA.label("one"));
        NewToken two = tokens.create(ANNA.label("two"));
        assertThat(tokens.revoke("three")).isEmpty();
        assertThat(tokens.revoke("one")).containsExactly(one.known());
        assertThat(tokens.revoke("one")).isEmpty();
        assertThat(tokens.find(one.secret())).isEmpty();
        assertThat(tokens.find(two.secret())).isPresent();
        assertThat(tokens.revoke(two.known().name().substring(0, 4)))
                .as("too short for an id")
                .isEmpty();
        assertThat(tokens.revoke(two.known().id())).hasSize(1);
        assertThat(tokens.list()).isEmpty();
    }

    @Test
    void token_withALife_endsByTheStoresClockAndIsSweptAway() {
        NewToken made = tokens.create(ANNA.life(Duration.ofHours(1)));
        tokens.create(ANNA);
        now.set(now.get().plusSeconds(3599));
        assertThat(tokens.find(made.secret())).isPresent();
        now.set(now.get().plusSeconds(1));
        assertThat(tokens.find(made.secret())).isEmpty();
        assertThat(tokens.list()).hasSize(1);
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            assertThat(locks.admin().sweep()).isEqualTo(1);
            assertThat(store.query(Query.all(Kind.TOKEN)).entries()).hasSize(1);
        }
    }

    @Test
    void session_endsWithTheTokenItWasMadeFrom_andIsNotListed() {
        NewToken made = tokens.create(ANNA);
        String session = AccessTokens.SESSION_PREFIX + "1";
        tokens.keep(session, ANNA.from(made.known().name()));
        assertThat(tokens.named(session)).isPresent();
        assertThat(tokens.list()).hasSize(1);
        tokens.revoke("anna");
        assertThat(tokens.named(session)).isEmpty();
        assertThat(tokens.end(session)).isTrue();
        assertThat(tokens.end(session)).isFalse();
    }

    @Test
    void rotation_keepsTheOldSecretForItsGrace() {
        NewToken old = tokens.create(ANNA.label("ci").life(Duration.ofDays(30)));
        now.set(now.get().plus(Duration.ofDays(10)));
        NewToken fresh = tokens.rotate("ci", Duration.ofHours(1)).orElseThrow();
        assertThat(fresh.secret()).isNotEqualTo(old.secret());
        assertThat(fresh.known().token().rights()).isEqualTo(ANNA.rights());
        assertThat(fresh.known().token().until()).isEqualTo(now.get().plus(Duration.ofDays(30)));
        assertThat(tokens.find(fresh.secret())).contains(fresh.known());
        now.set(now.get().plusSeconds(3599));
        assertThat(tokens.find(old.secret())).isPresent();
        assertThat(tokens.rotate("ci", Duration.ZERO).orElseThrow().known().name())
                .as("the newest of the label is rotated")
                .isNotEqualTo(fresh.known().name());
        assertThat(tokens.find(fresh.secret())).as("without grace").isEmpty();
        assertThat(tokens.find(old.secret())).isPresent();
        now.set(now.get().plusSeconds(1));
        assertThat(tokens.find(old.secret())).isEmpty();
        assertThat(tokens.rotate("other", Duration.ZERO)).isEmpty();
    }

    @Test
    void rotation_neverProlongsTheOldSecret() {
        NewToken old = tokens.create(ANNA.label("ci").life(Duration.ofHours(1)));
        assertThat(tokens.rotate("ci", Duration.ofDays(1))).isPresent();
        now.set(now.get().plus(Duration.ofHours(1)));
        assertThat(tokens.find(old.secret())).isEmpty();
        assertThat(tokens.revoke("ci")).isEmpty();
    }

    @Test
    void limits_areKept() {
        AccessToken.Right limited = new AccessToken.Right("editor", "a/1", true, Set.of("look", "take"));
        NewToken made = tokens.create(AccessToken.of("anna", List.of(limited)));
        assertThat(tokens.find(made.secret()).orElseThrow().token().rights()).containsExactly(limited);
        assertThat(AccessToken.Right.parse("editor=a:b"))
                .isEqualTo(new AccessToken.Right("editor", "a:b", true, Set.of()));
        assertThat(AccessToken.Right.parse("editor:a=b")).isEqualTo(new AccessToken.Right("editor", "a=b"));
        assertThat(AccessToken.Right.parse("editor")).isEqualTo(new AccessToken.Right("editor", ""));
    }

    @Test
    void pass_thatCannotBe_isRefused() {
        assertThatThrownBy(() -> AccessToken.of("", List.of())).hasMessageContaining("give a name");
        assertThatThrownBy(() -> AccessToken.of("a\nb", List.of())).hasMessageContaining("control characters");
        assertThatThrownBy(() -> ANNA.life(Duration.ZERO)).hasMessageContaining("longer than 0 seconds");
        assertThatThrownBy(() -> ANNA.label("x".repeat(513))).hasMessageContaining("at most 512");
    }
}
