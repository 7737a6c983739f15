package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoresTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "locks.db", "sqlite:locks.db", ":"})
    void open_withoutAnyStore_saysWhatToAdd(String address) {
        assertThatThrownBy(() -> LockManager.open(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No store module on the class path")
                .hasMessageContaining("holdfast-store-sql");
    }

    @Test
    void open_withSecretsForNoStore_showsNone() {
        assertThatThrownBy(() -> LockManager.open("redus://ann:open@sesame@host:1/x?key=sesame"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'redus://…@host:1/x?…'")
                .hasMessageNotContaining("sesame")
                .hasMessageNotContaining("ann");
    }
}
