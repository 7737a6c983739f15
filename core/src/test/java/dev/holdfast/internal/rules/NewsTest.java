package dev.holdfast.internal.rules;

import static dev.holdfast.internal.rules.Given.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldId;
import dev.holdfast.Mode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A change is news for as few waiters as possible, and never for fewer than need it. */
class NewsTest {
    private final Given.Resource resource = new Given.Resource(Given.OFFLINE);

    private static Claim claim(int number, Mode mode) {
        return Given.claim(number, "o" + number, mode, Given.OFFLINE.lease());
    }

    private News acquired(int number) {
        return audience(new Command.Acquire(claim(number, Mode.EXCLUSIVE), true, null));
    }

    private News released(int number, int next) {
        Relay relay = new Relay(claim(next, Mode.EXCLUSIVE), 0);
        return audience(new Command.Release(id(number)).to(relay));
    }

    private News released(int number) {
        return audience(new Command.Release(id(number)));
    }

    /** Returns for whom it is news what that command changes. */
    private News audience(Command command) {
        LockState before = resource.state();
        resource.after(Duration.ofMillis(1)).on(command);
        assertThat(resource.state()).as("the state after " + command).isNotEqualTo(before);
        return News.of(before, resource.state());
    }

    private HoldId holder() {
        assertThat(resource.state().holds()).hasSize(1);
        return resource.state().holds().get(0).id();
    }

    @Test
    void handOverWithinAManager_isForNoOne_andThatToAnotherForItsReceiver() {
        acquired(1);
        acquired(900);
        assertThat(released(1, 2)).isEqualTo(News.FOR_NO_ONE);
        assertThat(released(2)).isEqualTo(News.forOne(id(900)));
        assertThat(holder()).isEqualTo(id(900));
        assertThat(acquired(900)).as("it takes the lock up").isEqualTo(News.FOR_ALL);
        acquired(901);
        acquired(902);
        assertThat(released(900)).isEqualTo(News.forOne(id(901)));
        assertThat(acquired(901)).as("it takes the lock up, and one waits").isEqualTo(News.FOR_NO_ONE);
    }

    @Test
    void waiterThatJoins_isNewsForNoOne() {
        acquired(1);
        assertThat(acquired(900)).isEqualTo(News.FOR_NO_ONE);
        assertThat(acquired(901)).isEqualTo(News.FOR_NO_ONE);
    }

    @Test
    void waiterThatLeaves_isNewsForAll() {
        acquired(1);
        acquired(900);
        acquired(901);
        assertThat(released(900)).isEqualTo(News.FOR_ALL);
        assertThat(released(901)).isEqualTo(News.FOR_ALL);
    }

    @Test
    void withoutAQueue_allChangesAreForAll() {
        acquired(1);
        assertThat(released(1, 2)).isEqualTo(News.FOR_ALL);
        assertThat(released(2)).isEqualTo(News.FOR_ALL);
    }

    @Test
    void turnThatEnds_isForTheFirstOfTheQueue_thoughItsManagerQueuesAgain() {
        acquired(1);
        acquired(900);
        acquired(901);
        Relay readers = new Relay(claim(2, Mode.SHARED), 3);
        assertThat(audience(new Command.Release(id(1)).to(readers))).isEqualTo(News.forOne(id(900)));
        assertThat(resource.state().queue()).hasSize(2);
    }

    @Test
    void ticketOfTheReceiver_thatIsNotTheFirst_isForAll() {
        acquired(1);
        acquired(900);
        acquired(3);
        assertThat(released(1, 3)).as("a ticket is gone").isEqualTo(News.FOR_ALL);
    }

    @Test
    void renewalAndEnd_areForAll() {
        acquired(1);
        acquired(900);
        assertThat(audience(new Command.Renew(id(1), true, null))).isEqualTo(News.FOR_ALL);
        released(900);
        assertThat(released(1)).isEqualTo(News.FOR_ALL);
    }

    @Test
    void readersThatComeTogether_areForAll() {
        acquired(1);
        resource.on(new Command.Acquire(claim(900, Mode.SHARED), true, null));
        resource.on(new Command.Acquire(claim(901, Mode.SHARED), true, null));
        assertThat(released(1)).isEqualTo(News.FOR_ALL);
        assertThat(resource.state().holds()).hasSize(2);
    }
}
