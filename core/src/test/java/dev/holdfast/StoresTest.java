package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoresTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "locks.db", "sqlite:locks.db", ":"})
    void open_withoutAnyStore_saysWhatToAdd(String address) {
        assertThatThrownBy(() -> LockManager.open(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No kind of store is at hand")
                .hasMessageContaining("holdfast-store-sql");
    }
}
