package dev.holdfast.bench.contender;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProofTest {
    /** Grants what is asked for, whoever has it. */
    private static final class Generous implements Contender {
        @Override
        public Lock exclusive(String name) {
            return new Lock() {
                @Override
                public boolean tryTake() {
                    return true;
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public void close() {}
    }

    @Test
    void of_holdfast_passes(@TempDir Path folder) {
        assertThatCode(() -> Proof.of(Entrant.holdfast(), "sqlite:" + folder.resolve("locks.db")))
                .doesNotThrowAnyException();
    }

    @Test
    void of_oneThatGrantsTwice_fails() {
        Entrant generous = Entrant.peer("Generous", (address, connections) -> new Generous());
        assertThatThrownBy(() -> Proof.of(generous, "nowhere:")).hasMessage("Generous grants a lock twice.");
    }
}
