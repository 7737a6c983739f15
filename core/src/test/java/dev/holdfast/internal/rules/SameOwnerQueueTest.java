package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.acquire;
import static dev.holdfast.internal.rules.Given.id;
import static dev.holdfast.internal.rules.Given.inLine;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Mode;
import dev.holdfast.internal.rules.Given.Resource;
import org.junit.jupiter.api.Test;

/** Several waiters of one owner in the queue of one resource. */
class SameOwnerQueueTest {
    private final Resource resource = new Resource(Given.OFFLINE);

    @Test
    void secondWaiter_keepsItsPlaceUntilItEnters() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(3, "bob", Mode.EXCLUSIVE));
        resource.on(inLine(4, "cid", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.queue()).containsExactly("bob", "cid");

        resource.on(inLine(2, "bob", Mode.EXCLUSIVE));
        resource.on(new Command.Release(id(2)));

        assertThat(resource.holders()).containsExactly("bob");
        assertThat(resource.on(inLine(3, "bob", Mode.EXCLUSIVE))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.queue()).containsExactly("cid");
    }

    @Test
    void secondWaiter_isInTheWayOfNoReader() {
        resource.on(acquire(1, "ann"));
        resource.on(inLine(2, "bob", Mode.SHARED));
        resource.on(inLine(3, "bob", Mode.SHARED));
        resource.on(inLine(4, "cid", Mode.SHARED));
        resource.on(new Command.Release(id(1)));
        assertThat(resource.holders()).containsExactly("bob", "cid");
        assertThat(resource.on(acquire(5, "dan", Mode.SHARED))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.on(inLine(3, "bob", Mode.SHARED))).isInstanceOf(Outcome.Granted.class);
        assertThat(resource.queue()).isEmpty();
    }
}
