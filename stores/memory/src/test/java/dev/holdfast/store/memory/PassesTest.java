package dev.holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.internal.access.KnownPass;
import dev.holdfast.internal.access.NewPass;
import dev.holdfast.internal.access.Passes;
import dev.holdfast.internal.rules.Pass;
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

/** Passes in a store, by its clock. */
class PassesTest {
    private static final Pass ANNA = Pass.of("anna", List.of(new Pass.Right("editor", "scene/")));

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
    private final LockStore store = StoreProvider.openStore("memory:", now::get);
    private final Passes passes = new Passes(store);

    @Test
    void token_isFoundByItsSecretAlone() {
        NewPass made = passes.create(ANNA.display("Anna Berg").label("laptop"));
        assertThat(made.secret()).matches("hf_[A-Za-z0-9_-]{43}");
        assertThat(made.toString()).doesNotContain(made.secret());
        KnownPass found = passes.find(made.secret()).orElseThrow();
        assertThat(found).isEqualTo(made.known());
        assertThat(found.pass().rights()).containsExactly(new Pass.Right("editor", "scene/"));
        assertThat(found.pass().since()).isEqualTo(now.get());
        assertThat(passes.find(made.secret() + "x")).isEmpty();
        assertThat(passes.find(found.name())).as("what is kept lets nobody in").isEmpty();
        assertThat(store.query(Query.all(Kind.PASS).user("anna")).entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.toString()).doesNotContain(made.secret()));
    }

    @Test
    void secrets_areNeverTheSame() {
        assertThat(List.of(Passes.randomText(), Passes.randomText(), Passes.randomText()))
                .doesNotHaveDuplicates();
    }

    @Test
    void label_isUniqueAndMadeIfNeedBe() {
        assertThat(passes.create(ANNA).known().pass().label()).isEqualTo("anna");
        assertThat(passes.create(ANNA).known().pass().label()).isEqualTo("anna-2");
        passes.create(ANNA.label("ci"));
        assertThatThrownBy(() -> passes.create(ANNA.label("ci")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ci' already");
        assertThat(passes.list())
                .extracting(known -> known.pass().label())
                .containsExactlyInAnyOrder("anna", "anna-2", "ci");
    }

    @Test
    void token_isRevokedByLabelOrId() {
        NewPass one = passes.create(ANNA.label("one"));
        NewPass two = passes.create(ANNA.label("two"));
        assertThat(passes.revoke("three")).isEmpty();
        assertThat(passes.revoke("one")).containsExactly(one.known());
        assertThat(passes.revoke("one")).isEmpty();
        assertThat(passes.find(one.secret())).isEmpty();
        assertThat(passes.find(two.secret())).isPresent();
        assertThat(passes.revoke(two.known().name().substring(0, 4)))
                .as("too short for an id")
                .isEmpty();
        assertThat(passes.revoke(two.known().id())).hasSize(1);
        assertThat(passes.list()).isEmpty();
    }

    @Test
    void token_withALife_endsByTheStoresClockAndIsSweptAway() {
        NewPass made = passes.create(ANNA.life(Duration.ofHours(1)));
        passes.create(ANNA);
        now.set(now.get().plusSeconds(3599));
        assertThat(passes.find(made.secret())).isPresent();
        now.set(now.get().plusSeconds(1));
        assertThat(passes.find(made.secret())).isEmpty();
        assertThat(passes.list()).hasSize(1);
        try (LockManager locks = StoreManagers.over(store, ManagerOptions.DEFAULT)) {
            assertThat(locks.admin().sweep()).isEqualTo(1);
            assertThat(store.query(Query.all(Kind.PASS)).entries()).hasSize(1);
        }
    }

    @Test
    void session_endsWithTheTokenItWasMadeFrom_andIsNotListed() {
        NewPass made = passes.create(ANNA);
        String session = Passes.SESSION + "1";
        passes.keep(session, ANNA.from(made.known().name()));
        assertThat(passes.named(session)).isPresent();
        assertThat(passes.list()).hasSize(1);
        passes.revoke("anna");
        assertThat(passes.named(session)).isEmpty();
        assertThat(passes.end(session)).isTrue();
        assertThat(passes.end(session)).isFalse();
    }

    @Test
    void rotation_keepsTheOldSecretForItsGrace() {
        NewPass old = passes.create(ANNA.label("ci").life(Duration.ofDays(30)));
        now.set(now.get().plus(Duration.ofDays(10)));
        NewPass fresh = passes.rotate("ci", Duration.ofHours(1)).orElseThrow();
        assertThat(fresh.secret()).isNotEqualTo(old.secret());
        assertThat(fresh.known().pass().rights()).isEqualTo(ANNA.rights());
        assertThat(fresh.known().pass().until()).isEqualTo(now.get().plus(Duration.ofDays(30)));
        assertThat(passes.find(fresh.secret())).contains(fresh.known());
        now.set(now.get().plusSeconds(3599));
        assertThat(passes.find(old.secret())).isPresent();
        assertThat(passes.rotate("ci", Duration.ZERO).orElseThrow().known().name())
                .as("the newest of the label is rotated")
                .isNotEqualTo(fresh.known().name());
        assertThat(passes.find(fresh.secret())).as("without grace").isEmpty();
        assertThat(passes.find(old.secret())).isPresent();
        now.set(now.get().plusSeconds(1));
        assertThat(passes.find(old.secret())).isEmpty();
        assertThat(passes.rotate("other", Duration.ZERO)).isEmpty();
    }

    @Test
    void rotation_neverProlongsTheOldSecret() {
        NewPass old = passes.create(ANNA.label("ci").life(Duration.ofHours(1)));
        assertThat(passes.rotate("ci", Duration.ofDays(1))).isPresent();
        now.set(now.get().plus(Duration.ofHours(1)));
        assertThat(passes.find(old.secret())).isEmpty();
        assertThat(passes.revoke("ci")).isEmpty();
    }

    @Test
    void limits_areKept() {
        Pass.Right limited = new Pass.Right("editor", "a/1", true, Set.of("look", "take"));
        NewPass made = passes.create(Pass.of("anna", List.of(limited)));
        assertThat(passes.find(made.secret()).orElseThrow().pass().rights()).containsExactly(limited);
        assertThat(Pass.Right.parse("editor=a:b")).isEqualTo(new Pass.Right("editor", "a:b", true, Set.of()));
        assertThat(Pass.Right.parse("editor:a=b")).isEqualTo(new Pass.Right("editor", "a=b"));
        assertThat(Pass.Right.parse("editor")).isEqualTo(new Pass.Right("editor", ""));
    }

    @Test
    void pass_thatCannotBe_isRefused() {
        assertThatThrownBy(() -> Pass.of("", List.of())).hasMessageContaining("give a name");
        assertThatThrownBy(() -> Pass.of("a\nb", List.of())).hasMessageContaining("control characters");
        assertThatThrownBy(() -> ANNA.life(Duration.ZERO)).hasMessageContaining("longer than 0 seconds");
        assertThatThrownBy(() -> ANNA.label("x".repeat(513))).hasMessageContaining("at most 512");
    }
}
