package dev.holdfast.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Mode;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.spi.StoreManagers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandleTableTest {
    private final LockManager manager =
            StoreManagers.over(new TableStore(), ManagerOptions.DEFAULT.policies(Policies.of(Preset.OFFLINE)));
    private final HandleTable table = new HandleTable();

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void on_severalHandlesOfOneResource_areAllFound() throws InterruptedException {
        KeptHandle first = shared("a");
        KeptHandle second = shared("a", "b");
        KeptHandle third = shared("b");
        List.of(first, second, third).forEach(table::add);
        assertThat(table.on("a")).containsExactly(first, second);
        assertThat(table.on("b")).containsExactly(second, third);
        assertThat(table.on("c")).isEmpty();
    }

    @Test
    void all_handleOnSeveralResources_isThereOnce() throws InterruptedException {
        KeptHandle one = shared("a", "b", "c");
        KeptHandle other = shared("b");
        table.add(one);
        table.add(other);
        assertThat(table.all()).containsExactlyInAnyOrder(one, other);
    }

    @Test
    void remove_oneOfSeveral_leavesTheOthers() throws InterruptedException {
        KeptHandle first = shared("a");
        KeptHandle second = shared("a", "b");
        table.add(first);
        table.add(second);
        table.remove(second);
        assertThat(table.on("a")).containsExactly(first);
        assertThat(table.on("b")).isEmpty();
        table.remove(second);
        table.remove(first);
        assertThat(table.isEmpty()).isTrue();
        assertThat(table.all()).isEmpty();
    }

    private KeptHandle shared(String... resources) throws InterruptedException {
        return (KeptHandle) manager.acquire(LockRequest.of(resources).mode(Mode.SHARED));
    }
}
