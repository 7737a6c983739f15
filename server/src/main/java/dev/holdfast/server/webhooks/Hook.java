package dev.holdfast.server.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The state of one hook: what waits for it, what could not be delivered, and whether it is paused. Thread-safe. */
final class Hook {
    static final String BY_ADMINISTRATOR = "An administrator has paused it.";
    private static final String FULL = "More events waited than its queue holds.";
    private static final String EARLIER = "It could not be delivered before the server was started again.";
    private static final String GONE = "The receiver answered with status 410: it wants no more calls.";

    private final HookOptions options;
    private final HookQueue queue;
    private final DeadLetters dead;
    private final Progress progress = new Progress();
    private final Announced announced = new Announced();
    /** Dead letters that the history does not have, of the server before this one: the holds that they tell of are looked for. */
    private final Map<String, DeadNote> earlier = new LinkedHashMap<>();

    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private String pause = "";
    /** Whether a dead letter was reported since the last delivery: one line is enough while a receiver is down. */
    private boolean reported;

    /** The name under which its position is kept. */
    private final String note;

    Hook(HookOptions options) {
        this(options, options.name());
    }

    Hook(HookOptions options, String note) {
        this.options = options;
        this.note = note;
        this.queue = new HookQueue(options.queue());
        this.dead = new DeadLetters(options.deadLetters());
    }

    HookOptions options() {
        return options;
    }

    String note() {
        return note;
    }

    /**
     * Goes on from a position: events of the past that were not delivered wait again. Without one it begins with the next event.
     *
     * @param past ids and times of all events that are known, oldest first
     * @param wanted those that it is sent, by id
     */
    synchronized void begin(@Nullable Position position, Map<String, Instant> past, Map<String, Delivery> wanted) {
        Set<String> done = position == null ? Set.of() : Set.copyOf(position.done());
        Map<String, DeadNote> dead = new LinkedHashMap<>();
        if (position != null) {
            position.dead().forEach(letter -> dead.put(letter.id(), letter));
        }
        past.forEach((id, at) -> {
            progress.read(id, at);
            Delivery delivery = wanted.get(id);
            DeadNote died = dead.get(id);
            if (delivery != null && died != null) {
                progress.ended(id, at);
                bury(died, delivery);
            } else if (delivery == null || position == null || at.isBefore(position.from()) || done.contains(id)) {
                progress.ended(id, at);
            } else {
                add(delivery);
            }
        });
        if (position != null && options.endsSoon() != null) {
            announced.begin(position.ends(), position.announced());
            dead.keySet().removeAll(past.keySet());
            earlier.putAll(dead);
        }
    }

    /** Begins to look for all holds that end soon, at that time of the store. */
    synchronized void lookForEnds(Instant now, Duration time) {
        announced.look(now, time);
    }

    /** Returns whether it is to be told of a hold with that end. */
    synchronized boolean isNew(String id, Instant end) {
        return earlier.containsKey(id) || announced.isNew(id, end);
    }

    /** Adds what tells of a hold that ends soon. It is a dead letter if it was one before the server was started again. */
    synchronized void announce(Delivery delivery) {
        DeadNote died = earlier.remove(delivery.id());
        if (died == null) {
            add(delivery);
        } else {
            ended(delivery);
            bury(died, delivery);
        }
    }

    /** Notes that all holds were looked at that end up to that time. Dead letters about others are forgotten. */
    synchronized void lookedForEnds(Instant until) {
        announced.looked(until);
        earlier.clear();
    }

    /** Notes that the history was read up to this event, which may be none that it is sent. */
    synchronized void read(String id, Instant at) {
        progress.read(id, at);
    }

    /** Returns how far it has come, if that has changed since the last call; else null. */
    synchronized @Nullable Position newPosition() {
        boolean changed = progress.takeChanged();
        if (!announced.takeChanged() && !changed) {
            return null;
        }
        List<DeadNote> letters = new ArrayList<>(earlier.values());
        dead.all().forEach(letter -> letters.add(DeadNote.of(letter, options)));
        return progress.position(letters).ends(announced.kept(), announced.ids());
    }

    /** Notes that the last position was not kept. */
    synchronized void keepPosition() {
        progress.changed();
    }

    /** Adds an event, unless it waits already. One for which there is no room becomes a dead letter. */
    synchronized void add(Delivery delivery) {
        if (progress.isOpen(delivery.id()) || announced.isOpen(delivery.id())) {
            return;
        }
        if (queue.add(delivery)) {
            began(delivery);
        } else {
            bury(delivery.because(FULL));
            ended(delivery);
        }
    }

    /** Returns an event to be sent now; null for none. */
    synchronized @Nullable Delivery next(long now) {
        return pause.isEmpty() ? queue.next(now) : null;
    }

    synchronized OptionalLong nanosToNext(long now) {
        return pause.isEmpty() ? queue.nanosToNext(now) : OptionalLong.empty();
    }

    /** Notes how a call has ended. Returns whether the operator is to be told. */
    synchronized boolean ended(Delivery delivery, CallResult result, long now) {
        if (result.kind() == CallResult.CallEnd.DELIVERED) {
            delivered.incrementAndGet();
            done(delivery);
            reported = false;
            return false;
        }
        failed.incrementAndGet();
        Delivery tried = delivery.failed(result.why());
        if (result.kind() == CallResult.CallEnd.GONE) {
            pause = GONE;
            done(delivery);
            bury(tried);
        } else if (tried.tries() >= options.retries().tries()) {
            done(delivery);
            bury(tried);
        } else {
            queue.again(
                    tried,
                    now + options.retries().after(tried.tries(), result.pause()).toNanos());
            return false;
        }
        boolean first = !reported;
        reported = true;
        return first;
    }

    private void done(Delivery delivery) {
        queue.done(delivery.resource());
        ended(delivery);
    }

    private void began(Delivery delivery) {
        if (delivery.end() == null) {
            progress.began(delivery.id(), delivery.at());
        } else {
            announced.began(delivery.id(), delivery.end());
        }
    }

    private void ended(Delivery delivery) {
        if (delivery.end() == null) {
            progress.ended(delivery.id(), delivery.at());
        } else {
            announced.ended(delivery.id(), delivery.end());
        }
    }

    private void bury(DeadNote died, Delivery delivery) {
        bury(delivery.tried(died.tries(), died.why().isEmpty() ? EARLIER : died.why()));
    }

    private void bury(Delivery delivery) {
        if (dead.add(delivery) != null) {
            dropped.incrementAndGet();
        }
    }

    /** Sends nothing from now on. Events still wait, as far as there is room. */
    synchronized void pause(String why) {
        pause = why;
    }

    /** Sends again, and what has waited for another try is tried now. */
    synchronized void resume() {
        pause = "";
        queue.hurry();
    }

    /** Pauses or resumes as an administrator has, perhaps at another server. A pause for another reason goes on. */
    synchronized void follow(boolean paused) {
        if (paused) {
            pause = BY_ADMINISTRATOR;
        } else if (pause.equals(BY_ADMINISTRATOR)) {
            resume();
        }
    }

    /** Puts a dead letter behind all that waits. Returns whether there is one, and room for it. */
    synchronized boolean resend(String id) {
        Delivery found = dead.remove(id);
        if (found == null) {
            return false;
        }
        if (queue.add(found.renewed())) {
            began(found);
            return true;
        }
        dead.add(found);
        return false;
    }

    /** Deletes a dead letter. Returns whether there was one. */
    synchronized boolean delete(String id) {
        progress.changed();
        return dead.remove(id) != null;
    }

    synchronized List<Delivery> deadLetters() {
        return dead.all();
    }

    /** Returns why it is paused; empty if it is not. */
    synchronized String paused() {
        return pause;
    }

    synchronized int waiting() {
        return queue.size();
    }

    synchronized int retrying() {
        return queue.retrying();
    }

    synchronized int dead() {
        return dead.size();
    }

    long delivered() {
        return delivered.get();
    }

    long failed() {
        return failed.get();
    }

    /** Returns how many events it has lost: dead letters that newer ones have displaced. */
    long dropped() {
        return dropped.get();
    }
}
