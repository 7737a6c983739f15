package dev.holdfast.cli.acquire;

import dev.holdfast.LockHandle;
import dev.holdfast.Refusal;
import dev.holdfast.cli.Call;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.json.LockJson;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
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
            var receipt = handle.receipts().get(i);
            holds.add(LockJson.own(receipt.resource(), receipt, handle.holds().get(i)));
        }
        granted(call, holds);
    }

    /** There was nothing to take. */
    public static void nothing(Call call) {
        call.err().println("holdfast: Nothing to lock: the operation only reads.");
        if (call.options().json()) {
            granted(call, List.of());
        }
    }

    private static void granted(Call call, List<Map<String, @Nullable Object>> holds) {
        call.answer(new JsonAnswer().with("granted", true).with("holds", holds));
    }

    /** A sentence for each, and with {@code --json} the same for machines. */
    public static void refused(Call call, List<Refusal> refusals) {
        say(call, refusals);
        if (call.options().json()) {
            call.answer(new JsonAnswer()
                    .with("granted", false)
                    .with("refusals", refusals.stream().map(LockJson::refusal).toList()));
        }
    }

    /** A sentence for each. */
    public static void say(Call call, List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            call.err().println("holdfast: " + refusal.sentence(ZoneId.systemDefault()));
        }
    }
}
