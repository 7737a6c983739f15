package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.storage.ForwardingStore;
import dev.holdfast.spi.LockStore;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** The store that logs outages. */
class ObservedStoreTest {

    @Test
    void everyMethodOfAStore_isPassedOn() throws Exception {
        for (Method method : LockStore.class.getMethods()) {
            assertThat(ObservedStore.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass())
                    .as(method.getName())
                    .isIn(ObservedStore.class, ForwardingStore.class);
        }
    }
}
