package dev.holdfast.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.Preset;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.project.ServeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatePolicyTest {
    private static ServeSettings.Protocols protocols(Map<String, Object> section) {
        return new ServeSettings.Protocols(Map.of("terraform", section), Path.of("."));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void states_haveNoLease_andAreSuspectAfterADay(Preset preset) {
        Policies policies = StatePolicy.addedTo(Policies.of(preset), protocols(Map.of()));
        Policy state = policies.forResource("terraform/net/prod");
        assertThat(state.lease()).isEqualTo(Lease.NONE);
        assertThat(state.suspectAfter()).isEqualTo(Duration.ofHours(24));
        assertThat(state.reclaimAfter()).isNull();
        assertThat(state.forceByAnyone()).isFalse();
        assertThat(policies.forResource("Chapter_03")).isEqualTo(preset.policy());
    }

    @Test
    void section_setsPrefixAndTime() {
        Policies policies = StatePolicy.addedTo(
                Policies.of(Preset.OFFLINE), protocols(Map.of("prefix", "infra/", "suspect-after", "6h")));
        assertThat(policies.forResource("infra/net").suspectAfter()).isEqualTo(Duration.ofHours(6));
        assertThat(policies.forResource("terraform/net").suspectAfter()).isNull();
    }

    @Test
    void policiesOfTheProject_comeFirst_andWithoutTheProtocolThereIsNone() {
        Policy own = Preset.OFFLINE.policy().toBuilder().pattern("terraform/**").build();
        Policies policies = Policies.of(Preset.OFFLINE).and(own);
        assertThat(StatePolicy.addedTo(policies, protocols(Map.of())).forResource("terraform/net"))
                .isEqualTo(own);
        assertThat(StatePolicy.addedTo(policies, ServeSettings.Protocols.NONE)).isEqualTo(policies);
    }

    @Test
    void keys_areThoseOfTheSection() {
        assertThat(StatePolicy.keys(
                        protocols(Map.of("encryption-key", "new.key", "former-keys", Map.of("may", "may.key")))))
                .containsExactly(Path.of(".").resolve("new.key"), Path.of(".").resolve("may.key"));
        assertThat(StatePolicy.keys(ServeSettings.Protocols.NONE)).isEmpty();
    }

    @Test
    void mistake_namesTheKey() {
        assertThatThrownBy(
                        () -> StatePolicy.addedTo(Policies.of(Preset.BOOK), protocols(Map.of("suspect-after", "soon"))))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("serve.protocols.terraform.suspect-after");
    }
}
