package dev.holdfast.example.picking.web;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.example.picking.data.Order;
import dev.holdfast.session.CurrentOwner;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An order as a page shows it: what is in it, and who picks it. */
record Card(
        long id,
        String customer,
        boolean completed,
        List<Order.Line> lines,
        @Nullable PickedBy pickedBy) {

    /**
     * The picker of an order.
     *
     * @param left the time left in seconds, by the database's clock
     * @param elsewhere whether it is the same picker at another device
     */
    record PickedBy(String name, String since, @Nullable Long left, boolean mine, boolean elsewhere) {}

    static Card of(Order order, @Nullable LockView lock) {
        PickedBy picker = lock == null
                ? null
                : holds(lock).findFirst().map(hold -> picker(lock, hold)).orElse(null);
        return new Card(order.id(), order.customer(), order.completed(), order.lines(), picker);
    }

    private static PickedBy picker(LockView lock, Hold hold) {
        String me = CurrentOwner.get().map(Owner::id).orElse("");
        return new PickedBy(
                hold.owner().name(),
                hold.since().toString(),
                hold.until() == null
                        ? null
                        : Duration.between(lock.asOf(), hold.until()).toSeconds(),
                hold.owner().id().equals(me),
                isMineElsewhere(hold));
    }

    /** Returns the holds that have not ended. */
    static Stream<Hold> holds(LockView lock) {
        return lock.holders().stream().filter(holder -> !holder.state().ended()).map(LockView.Holder::hold);
    }

    /** Returns whether a hold is of the same picker at another device. */
    static boolean isMineElsewhere(Hold hold) {
        return CurrentOwner.get()
                .filter(me ->
                        !me.user().isEmpty() && me.user().equals(hold.owner().user()))
                .filter(me -> !me.id().equals(hold.owner().id()))
                .isPresent();
    }
}
