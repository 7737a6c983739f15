package dev.holdfast;

import dev.holdfast.HandOverRequest.NotAsked;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.base.Times;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests to holders to hand over what they hold. A request is about one hold and ends with it. A holder that hands over gives
 * its lock to the asker in one step, under the receipt that the asker made beforehand. Every method may block, and may throw a
 * {@link StoreException}. Thread-safe.
 */
public interface Requests {

    /**
     * Asks every holder that is in the way of that request for one resource. Repeated with the same receipt, it is the same
     * request.
     *
     * @param message to the holders, or empty
     */
    Asked ask(LockRequest request, String message);

    /** Returns the requests that were made under that receipt, one for each holder that was asked, for a day after their end. */
    List<HandOverRequest> find(Receipt receipt);

    /** Returns the requests of an owner, for a day after their end. */
    List<HandOverRequest> listByAsker(String ownerId);

    /** Returns the requests to an owner that have no final answer yet. */
    List<HandOverRequest> listByHolder(String ownerId);

    /**
     * Answers a request on behalf of the holder.
     *
     * @param ownerId the holder
     * @return the request as it is then; empty if it has ended
     */
    Optional<HandOverRequest> answer(String resource, String ownerId, HoldId request, Reply reply);

    /**
     * Sets whether the holder may be asked.
     *
     * @return whether that owner holds the resource
     */
    boolean mute(String resource, String ownerId, boolean muted);

    /**
     * Notes that the holder has seen the requests to it. Where the policy says so, its silence counts from now on. A {@link
     * LockHandle} does this by itself.
     *
     * @return whether that owner holds the resource
     */
    boolean shown(String resource, String ownerId);

    /**
     * Notes that the holder has seen one request.
     *
     * @return whether that owner holds the resource
     */
    boolean shown(String resource, String ownerId, HoldId request);

    /**
     * Withdraws a request.
     *
     * @return whether it was open
     */
    boolean withdraw(Receipt receipt);

    /**
     * Withdraws the requests of an owner for a resource.
     *
     * @return whether there was an open one
     */
    boolean withdraw(String resource, String ownerId);

    /**
     * The result of asking.
     *
     * @param receipt of the hold that the asker gets: with it the asker finds, withdraws and at last acquires
     * @param requests one for each holder that is asked; none if the request was refused. If another holder has asked to have it
     *     alone, that request, where holders are not hidden
     * @param refusal why no holder is asked, or null
     * @param retryAt when the same user may ask again, if it or all users together asked too often
     * @param unreachable how many of those holders cannot be shown the request: other programs took their locks
     */
    record Asked(
            Receipt receipt,
            List<HandOverRequest> requests,
            @Nullable NotAsked refusal,
            @Nullable Instant retryAt,
            int unreachable) {
        public Asked {
            requests = List.copyOf(requests);
        }

        /** Returns one sentence for people. */
        public String sentence(ZoneId zone) {
            String name = Text.name(receipt.resource());
            if (refusal == null) {
                return requests.size() == 1
                        ? "The holder of " + name + " has been asked to hand it over."
                        : "The " + requests.size() + " holders of " + name + " have been asked to hand it over.";
            }
            return switch (refusal) {
                case FREE -> name + " is free: acquire it.";
                case OWN -> "You hold " + name + " yourself.";
                case UPGRADING ->
                    requests.isEmpty()
                            ? "Another holder of " + name + " has already asked to have it alone."
                            : requests.get(0).asker().name() + " holds " + name
                                    + ", too, and has already asked to have it" + " alone.";
                case OFF -> "The policy of " + name + " does not allow requests to its holder.";
                case MUTED -> "The holder of " + name + " does not want to be asked.";
                case OPEN_ALREADY -> "You have asked for " + name + " already, and there is no answer yet.";
                case TOO_OFTEN ->
                    "You have asked for " + name + " too often"
                            + (retryAt == null
                                    ? "."
                                    : ": ask again from " + new Times(zone, Instant.now()).at(retryAt) + " on.");
                case TOO_MANY ->
                    "Too many have asked for " + name + " already: "
                            + (retryAt == null
                                    ? "ask again when one of them has an answer."
                                    : "ask again from " + new Times(zone, Instant.now()).at(retryAt) + " on.");
                case OWNER_ENDED -> "This owner was ended, and can ask for no lock any more.";
            };
        }
    }
}
