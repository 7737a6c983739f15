package dev.holdfast.example.picking.web;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.example.picking.data.Order;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.internal.views.LockJson;
import dev.holdfast.session.CurrentOwner;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order as a page shows it: what is in it, and who picks it. */
final class Cards {
    private Cards() {}

    static Map<String, @Nullable Object> card(Order order, @Nullable LockView lock) {
        return new JsonAnswer()
                .with("id", order.id())
                .with("customer", order.customer())
                .with("completed", order.completed())
                .with("lines", order.lines().stream().map(Cards::line).toList())
                .with("pickedBy", lock == null ? null : picker(lock))
                .tree();
    }

    private static Map<String, @Nullable Object> line(Order.Line line) {
        return new JsonAnswer()
                .with("number", line.number())
                .with("item", line.item())
                .with("bin", line.bin())
                .with("quantity", line.quantity())
                .with("picked", line.picked())
                .tree();
    }

    private static @Nullable Map<String, @Nullable Object> picker(LockView lock) {
        String me = CurrentOwner.get().map(Owner::id).orElse("");
        return LockJson.counting(lock).stream()
                .findFirst()
                .map(judged -> judged.hold())
                .map(hold -> new JsonAnswer()
                        .with("name", hold.owner().name())
                        .with("since", hold.since().toString())
                        .with("left", left(lock, hold))
                        .with("mine", hold.owner().id().equals(me))
                        .with("elsewhere", isMineElsewhere(hold))
                        .tree())
                .orElse(null);
    }

    /** Returns whether a hold is of the same picker at another device. */
    static boolean isMineElsewhere(Hold hold) {
        return CurrentOwner.get()
                .filter(me ->
                        !me.user().isEmpty() && me.user().equals(hold.owner().user()))
                .filter(me -> !me.id().equals(hold.owner().id()))
                .isPresent();
    }

    /** Returns the time left in seconds, by the database's clock. */
    private static @Nullable Long left(LockView lock, Hold hold) {
        return hold.until() == null
                ? null
                : Duration.between(lock.asOf(), hold.until()).toSeconds();
    }
}
