package dev.holdfast.client;

import dev.holdfast.rules.Policy;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Privacy;
import dev.holdfast.rules.Scope;
import dev.holdfast.rules.WaitPolicy;

/** Reads the policies of a server from JSON. */
final class PolicyJsonReader {
    private PolicyJsonReader() {}

    static Policy policy(JsonReply json) {
        JsonReply waiting = json.object("waiting");
        JsonReply scope = json.objectOrNull("scope");
        return new Policy(
                json.choice("preset", Preset.class),
                json.text("pattern"),
                LockJsonReader.lease(json.objectOrNull("lease")),
                json.durationOrNull("ping"),
                json.durationOrNull("trust"),
                json.durationOrNull("cleanUp"),
                new WaitPolicy(
                        waiting.flag("allowed"),
                        waiting.duration("usual"),
                        waiting.duration("look"),
                        waiting.durationOrNull("ask")),
                scope == null ? null : new Scope(scope.text("prefix"), scope.flag("perUser")),
                json.durationOrNull("pace"),
                json.duration("debounce"),
                json.duration("warning"),
                json.choice("privacy", Privacy.class),
                json.flag("drafts"),
                json.flag("forceByAnyone"));
    }
}
