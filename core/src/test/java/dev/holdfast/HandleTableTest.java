package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.rules.Mode;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandleTableTest {
    private final LockManager manager =
            LockManager.over(new TableStore(), ManagerOptions.USUAL.policies(Policies.of(Preset.OFFLINE)));
    private final HandleTable table = new HandleTable();

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    void on_severalHandlesOfOneResource_areAllFound() throws InterruptedException {
        LockHandle first = shared("a");
        LockHandle second = shared("a", "b");
        LockHandle third = shared("b");
        List.of(first, second, third).forEach(table::add);
        assertThat(table.on("a")).containsExactly(first, second);
        assertThat(table.on("b")).containsExactly(second, third);
        assertThat(table.on("c")).isEmpty();
    }

    @Test
    void all_handleOnSeveralResources_isThereOnce() throws InterruptedException {
        LockHandle one = shared("a", "b", "c");
        LockHandle other = shared("b");
        table.add(one);
        table.add(other);
        assertThat(table.all()).containsExactlyInAnyOrder(one, other);
    }

    @Test
    void remove_oneOfSeveral_leavesTheOthers() throws InterruptedException {
        LockHandle first = shared("a");
        LockHandle second = shared("a", "b");
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

    private LockHandle shared(String... resources) throws InterruptedException {
        return manager.acquire(LockRequest.of(resources).mode(Mode.SHARED));
    }
}
