package dev.holdfast.cli.acquire;

import dev.holdfast.LockHandle;
import dev.holdfast.Receipt;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.Outcome;
import dev.holdfast.store.Json;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells what came of a request for locks: in words, or with {@code --json} as JSON on standard output. */
public final class Answers {
    private Answers() {}

    /** One receipt a line, or the holds with all there is to know. */
    public static void granted(Call call, LockHandle handle) {
        if (!call.options().json()) {
            handle.receipts().forEach(receipt -> call.out().println(receipt.text()));
            return;
        }
        List<Map<String, @Nullable Object>> holds = new ArrayList<>();
        for (int i = 0; i < handle.receipts().size(); i++) {
            holds.add(hold(handle.receipts().get(i), handle.holds().get(i)));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("granted", true);
        answer.put("holds", holds);
        call.out().println(Json.write(answer));
    }

    /** A hold for its owner: with the receipt, which is a secret. */
    public static Map<String, @Nullable Object> hold(Receipt receipt, Hold hold) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("resource", receipt.resource());
        tree.put("receipt", receipt.text());
        tree.put("fence", hold.fence());
        tree.put("since", hold.since().toString());
        tree.put("until", text(hold.until()));
        return tree;
    }

    /** A sentence for each, and with {@code --json} the same for machines. */
    public static void refused(Call call, List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            call.err().println("holdfast: " + refusal.sentence(ZoneId.systemDefault()));
        }
        if (call.options().json()) {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("granted", false);
            answer.put("refusals", refusals.stream().map(Answers::refusal).toList());
            call.out().println(Json.write(answer));
        }
    }

    private static Map<String, @Nullable Object> refusal(Refusal refusal) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("resource", refusal.resource());
        tree.put("reason", refusal.reason().name().toLowerCase(Locale.ROOT));
        tree.put("holders", holders(refusal.holders()));
        tree.put("retryAt", text(refusal.retryAt()));
        tree.put("sentence", refusal.sentence(ZoneId.systemDefault()));
        return tree;
    }

    /** Holds for others: without what only their owners may know. */
    public static List<Map<String, @Nullable Object>> holders(List<Outcome.Judged> holds) {
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        for (Outcome.Judged judged : holds) {
            Hold hold = judged.hold();
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("name", hold.owner().name());
            tree.put("mode", hold.mode().name().toLowerCase(Locale.ROOT));
            tree.put("since", hold.since().toString());
            tree.put("until", text(hold.until()));
            tree.put("note", hold.note());
            tree.put("state", judged.verdict().name().toLowerCase(Locale.ROOT));
            trees.add(tree);
        }
        return trees;
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }
}
