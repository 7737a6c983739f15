package dev.holdfast.client;

import dev.holdfast.Policy;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Policy.RequestPolicy;
import dev.holdfast.Policy.Scope;
import dev.holdfast.Policy.Silence;
import dev.holdfast.Policy.Turns;
import dev.holdfast.Policy.WaitPolicy;
import dev.holdfast.Preset;
import org.jspecify.annotations.Nullable;

/** Reads the policies of a server from JSON. */
final class PolicyJsonReader {
    private PolicyJsonReader() {}

    static Policy policy(JsonReply json) {
        JsonReply waiting = json.object("waiting");
        JsonReply scope = json.objectOrNull("scope");
        return Policy.reported(json.choice("preset", Preset.class))
                .pattern(json.text("pattern"))
                .lease(LockJsonReader.lease(json.objectOrNull("lease")))
                .heartbeat(json.durationOrNull("heartbeat"))
                .suspectAfter(json.durationOrNull("suspectAfter"))
                .reclaimAfter(json.durationOrNull("reclaimAfter"))
                .waiting(new WaitPolicy(
                        waiting.flag("allowed"),
                        waiting.duration("timeout"),
                        waiting.duration("look"),
                        waiting.durationOrNull("ask"),
                        turns(waiting.objectOrNull("turns"))))
                .scope(scope == null ? null : new Scope(scope.text("prefix"), scope.flag("perUser")))
                .cooldown(json.durationOrNull("cooldown"))
                .lockDelay(json.durationOrNull("lockDelay"))
                .debounce(json.duration("debounce"))
                .warning(json.duration("warning"))
                .privacy(json.choice("privacy", Privacy.class))
                .drafts(json.flag("drafts"))
                .takersReadDrafts(json.has("takersReadDrafts") && json.flag("takersReadDrafts"))
                .forceByAnyone(json.flag("forceByAnyone"))
                .requests(requests(json.objectOrNull("requests")))
                .build();
    }

    /** Reads the turns. An earlier server does not report them. */
    private static Turns turns(@Nullable JsonReply json) {
        return json == null ? Turns.DEFAULT : new Turns((int) json.number("handOvers"), json.duration("time"));
    }

    /** Reads the rules for requests. An earlier server does not know them. */
    private static RequestPolicy requests(@Nullable JsonReply json) {
        return json == null
                ? RequestPolicy.NEVER
                : new RequestPolicy(
                        json.flag("allowed"),
                        json.flag("first"),
                        (int) json.number("perHour"),
                        json.choice("silence", Silence.class),
                        json.duration("after"));
    }
}
