package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.LockEvent;
import dev.holdfast.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Readers that wait directly behind each other come in with one change, and never past a writer that was there before. */
class ReadersTogetherTest {
    private static final HoldId WRITER = id(1);

    private final Given.Resource resource = new Given.Resource(Given.OFFLINE);

    private static Claim reader(int number) {
        return Given.claim(number, "o" + number, Mode.SHARED, Given.OFFLINE.lease());
    }

    private static List<Claim> readers(int from, int count) {
        List<Claim> readers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            readers.add(reader(from + i));
        }
        return readers;
    }

    private void release(HoldId hold, int next, List<Claim> with) {
        resource.on(new Command.Release(hold).to(new Relay(reader(next), with.size(), with)));
    }

    private List<Boolean> claimed() {
        return resource.state().holds().stream()
                .map(hold -> hold.claimed())
                .distinct()
                .toList();
    }

    @Test
    void release_letsInTheFirstAndThoseBehindIt() {
        resource.on(Given.acquire(1, "o1"));
        release(WRITER, 10, readers(11, 3));
        assertThat(resource.holders()).containsExactly("o10", "o11", "o12", "o13");
        assertThat(claimed()).containsExactly(true);
        assertThat(resource.told())
                .containsExactly(
                        LockEvent.EventKind.RELEASED,
                        LockEvent.EventKind.HANDED_OVER,
                        LockEvent.EventKind.HANDED_OVER,
                        LockEvent.EventKind.HANDED_OVER,
                        LockEvent.EventKind.HANDED_OVER);
    }

    @Test
    void release_goesPastNoWriter() {
        resource.on(Given.acquire(1, "o1"));
        resource.on(Given.inLine(900, "writer", Mode.EXCLUSIVE));
        release(WRITER, 10, readers(11, 3));
        assertThat(resource.holders()).containsExactly("writer");
        assertThat(resource.queue()).containsExactly("o10");
    }

    @Test
    void release_letsInReadersOfOthersFirst() {
        resource.on(Given.acquire(1, "o1"));
        resource.on(Given.inLine(900, "reader", Mode.SHARED));
        release(WRITER, 10, readers(11, 1));
        assertThat(resource.holders()).containsExactly("reader", "o10", "o11");
    }

    @Test
    void release_confirmsTheFirst_whichWaitsInTheQueue() {
        resource.on(Given.acquire(1, "o1"));
        resource.on(new Command.Acquire(reader(10), true, null));
        resource.on(Given.inLine(900, "writer", Mode.EXCLUSIVE));
        release(WRITER, 10, readers(11, 1));
        assertThat(resource.holders()).containsExactly("o10", "o11");
        assertThat(claimed()).containsExactly(true);
        assertThat(resource.queue()).containsExactly("writer");
    }

    @Test
    void reader_thatTakesUpAHandOver_bringsThoseBehindIt() {
        resource.on(Given.acquire(1, "o1"));
        Command.Acquire asks = new Command.Acquire(reader(10), true, null, 3);
        resource.on(asks.with(readers(11, 3)));
        assertThat(resource.state().holds()).as("none while a writer has it").hasSize(1);
        resource.on(new Command.Release(WRITER));
        resource.on(asks.with(readers(11, 3)));
        assertThat(resource.holders()).containsExactly("o10", "o11", "o12", "o13");
        assertThat(claimed()).containsExactly(true);
    }

    @Test
    void reader_thatFindsItFree_bringsThoseBehindIt() {
        resource.on(new Command.Acquire(reader(10), true, null).with(readers(11, 2)));
        assertThat(resource.holders()).containsExactly("o10", "o11", "o12");
    }

    @Test
    void writer_bringsNobody() {
        resource.on(Given.acquire(1, "o1").with(readers(11, 2)));
        assertThat(resource.holders()).containsExactly("o1");
    }

    @Test
    void endedOwner_staysOut() {
        Standing ended = new Standing(true, null, null);
        resource.on(Given.acquire(1, "o1"));
        resource.knowing(new Evidence(Set.of(), Set.of(), Set.of(), Map.of(id(12), ended)));
        release(WRITER, 10, readers(11, 3));
        assertThat(resource.holders()).containsExactly("o10", "o11", "o13");
    }

    @Test
    void readerThatIsThereAlready_isNotThereTwice() {
        resource.on(Given.acquire(1, "o1"));
        release(WRITER, 10, List.of(reader(10), reader(11), reader(11)));
        assertThat(resource.holders()).containsExactly("o10", "o11");
    }

    @Test
    void oneChange_beginsABoundedNumberOfHolds() {
        resource.on(Given.acquire(1, "o1"));
        release(WRITER, 10, readers(11, 2 * Queue.MAX_TOGETHER));
        assertThat(resource.state().holds()).hasSize(Queue.MAX_TOGETHER);
    }

    /** The next change, such as the first that takes it up, hands it to the others. */
    @Test
    void tickets_areServedInBoundedNumbers() {
        resource.on(Given.acquire(1, "o1"));
        for (Claim reader : readers(10, Queue.MAX_TOGETHER + 5)) {
            resource.on(new Command.Acquire(reader, true, null));
        }
        resource.on(new Command.Release(WRITER));
        assertThat(resource.state().holds()).hasSize(Queue.MAX_TOGETHER);
        assertThat(resource.state().queue()).hasSize(5);
        resource.on(new Command.Renew(id(10), true, null));
        assertThat(resource.state().holds()).hasSize(Queue.MAX_TOGETHER + 5);
    }
}
