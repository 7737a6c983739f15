package dev.holdfast.session;

import dev.holdfast.Hold;
import dev.holdfast.LockView.Holder;
import dev.holdfast.LockView.Verdict;
import dev.holdfast.Mode;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.internal.base.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A refusal in the words of an application: who, since when, until when, why, and what its user can do.
 *
 * @param privacy what the policy allows to say about the holders
 */
record RefusalSentence(Refusal refusal, Words words, WordTimes times, Privacy privacy) {
    private static final int MAX_NAMED = 8;

    String text() {
        return switch (refusal.reason()) {
            case HELD, QUEUE -> sentences(held(resource()), again("wait"));
            case BUSY -> words.text("busy", resource());
            case QUEUE_FULL -> sentences(held(resource()), words.text("queue-full"), words.text("again"));
            case UPGRADE, UPGRADING -> words.text("upgrade", resource());
            case TOO_MANY_ENTRIES -> words.text("too-many-entries", resource());
            case SLOT_TAKEN ->
                sentences(
                        words.text("slot-taken", resource()),
                        refusal.holders().isEmpty() ? "" : held(words.text("held.another")),
                        words.text("slot-taken.other"));
            case TOO_SOON -> sentences(words.text("too-soon", resource()), again("again"));
            case OWNER_ENDED -> words.text("owner-ended", resource());
        };
    }

    private static String sentences(String... all) {
        return List.of(all).stream().filter(one -> !one.isEmpty()).collect(Collectors.joining(" "));
    }

    private String resource() {
        return words.resource(refusal.resource());
    }

    private String held(String what) {
        if (refusal.holders().isEmpty()) {
            return words.text("held.free", what);
        }
        Hold hold = refusal.holders().get(0).hold();
        String shared = hold.mode() == Mode.SHARED ? ".shared" : "";
        if (privacy != Privacy.OPEN) {
            return sentences(words.text("held.private" + shared, what, holders()), suspect());
        }
        return sentences(
                words.text("held" + shared, what, holders(), times.at(hold.since()), times.ago(hold.since())),
                until(hold),
                hold.note().isEmpty() ? "" : words.text("held.note", hold.note()),
                suspect());
    }

    private String until(Hold hold) {
        return hold.until() == null
                ? ""
                : words.text(hold.renewable() ? "held.lease" : "held.limit", times.at(hold.until()));
    }

    private String suspect() {
        return refusal.holders().stream().anyMatch(judged -> judged.state() == Verdict.SUSPECT)
                ? words.text("held.suspect")
                : "";
    }

    /** Returns the names of all holders, of many the first ones and the number of the others. */
    private String holders() {
        if (privacy == Privacy.HIDDEN) {
            return words.text("who.hidden");
        }
        List<Holder> all = refusal.holders();
        List<String> names = all.stream()
                .limit(MAX_NAMED)
                .map(judged -> Text.name(judged.hold().owner().name()))
                .collect(Collectors.toCollection(ArrayList::new));
        int others = all.size() - names.size();
        if (others > 0) {
            names.add(others == 1 ? words.text("who.other") : words.text("who.others", String.valueOf(others)));
        }
        String last = names.remove(names.size() - 1);
        return names.isEmpty() ? last : words.text("who.and", String.join(", ", names), last);
    }

    private String again(String key) {
        boolean told = privacy == Privacy.OPEN || refusal.reason() == Refusal.Reason.TOO_SOON;
        return refusal.retryAt() == null || !told
                ? words.text(key)
                : words.text(key + ".at", times.exactly(refusal.retryAt()));
    }
}
