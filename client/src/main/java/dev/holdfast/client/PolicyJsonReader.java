package dev.holdfast.client;

import dev.holdfast.rules.Policy;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Privacy;
import dev.holdfast.rules.Scope;
import dev.holdfast.rules.WaitPolicy;

/** Reads what a server tells of its policies. */
final class PolicyJsonReader {
    private PolicyJsonReader() {}

    static Policy policy(JsonReply told) {
        JsonReply waiting = told.object("waiting");
        JsonReply scope = told.objectOrNull("scope");
        return new Policy(
                told.choice("preset", Preset.class),
                told.text("pattern"),
                LockJsonReader.lease(told.objectOrNull("lease")),
                told.durationOrNull("ping"),
                told.durationOrNull("trust"),
                told.durationOrNull("cleanUp"),
                new WaitPolicy(
                        waiting.flag("allowed"),
                        waiting.duration("usual"),
                        waiting.duration("look"),
                        waiting.durationOrNull("ask")),
                scope == null ? null : new Scope(scope.text("prefix"), scope.flag("perUser")),
                told.durationOrNull("pace"),
                told.duration("debounce"),
                told.duration("warning"),
                told.choice("privacy", Privacy.class),
                told.flag("drafts"),
                told.flag("forceByAnyone"));
    }
}
