package dev.holdfast.simulation.world;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.Reply;
import dev.holdfast.LockHandle;
import dev.holdfast.simulation.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** The answers of a holder to requests for what one handle holds, as the seed has them. */
final class Answers {
    private final LockHandle handle;
    private final Scheduler scheduler;
    private final Settings settings;
    private final Judge judge;
    private final Queue<HandOverRequest> heard = new ArrayDeque<>();

    private Answers(LockHandle handle, Scheduler scheduler, Settings settings, Judge judge) {
        this.handle = handle;
        this.scheduler = scheduler;
        this.settings = settings;
        this.judge = judge;
    }

    /** Begins to listen, unless no caller asks in this schedule. */
    static Answers of(LockHandle handle, Scheduler scheduler, Settings settings, Judge judge) {
        Answers answers = new Answers(handle, scheduler, settings, judge);
        if (settings.works.contains(Settings.Work.ASK) && !scheduler.oneIn(4)) {
            handle.onRequest(request -> scheduler.atomically(() -> answers.hears(request)));
        }
        return answers;
    }

    private void hears(HandOverRequest request) {
        heard.add(request);
        if (settings.leadsOn()) {
            judge.promises(request.resource(), request.holder().id()); // Its silence may end the hold.
        }
    }

    /** Says nothing for long, if that leads to something and there is something to say nothing to. */
    void saveWords() {
        if (settings.leadsOn() && !heard.isEmpty() && !scheduler.oneIn(3)) {
            scheduler.note(() -> "says nothing to a request for " + handle.resources());
            scheduler.sleep(settings.silent(scheduler));
        }
    }

    /** Answers what was heard. Returns whether there is a reason to stay: a promise, or a refusal. */
    boolean give() {
        boolean stays = false;
        for (HandOverRequest request = heard.poll(); request != null; request = heard.poll()) {
            HandOverRequest one = request;
            switch (scheduler.random(5)) {
                case 0 -> {
                    return handOver(one);
                }
                case 1, 2 -> {
                    Reply promise = Reply.promise(Duration.ofSeconds(10 + scheduler.random(5)));
                    scheduler.note(() ->
                            "promises " + one.resource() + " to " + one.asker().id());
                    judge.promises(one.resource(), one.holder().id());
                    handle.answer(one, promise);
                    stays = true;
                }
                case 3 -> {
                    scheduler.note(() -> "declines to hand " + one.resource() + " over");
                    handle.answer(one, Reply.no("not now"));
                    stays = true;
                }
                default -> {}
            }
        }
        return stays;
    }

    /** Hands over. All that the owner has on the resource ends with it: its callers stop before. */
    private boolean handOver(HandOverRequest request) {
        String owner = request.holder().id();
        scheduler.note(() ->
                "hands " + request.resource() + " over to " + request.asker().id());
        judge.ends(owner);
        try {
            handle.answer(request, Reply.now());
        } finally {
            // A lost answer may still be on its way.
            if (settings.calm()) {
                judge.endsNoMore(owner);
            }
        }
        return false;
    }
}
