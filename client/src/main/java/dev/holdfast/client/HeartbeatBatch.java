package dev.holdfast.client;

import dev.holdfast.Heartbeat;
import dev.holdfast.Receipt;
import dev.holdfast.Renewal;
import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.Draft;
import dev.holdfast.rules.DraftText;
import dev.holdfast.rules.Hold;
import dev.holdfast.rules.ProcessId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Signs of life: those that are alike in one call, those with a text in one each. */
final class HeartbeatBatch {
    private static final int MOST_AT_ONCE = Bounds.RECEIPTS;

    private final Connection server;

    HeartbeatBatch(Connection server) {
        this.server = server;
    }

    /** What heartbeats can go together by. */
    private record Likeness(boolean activity, @Nullable List<ProcessId> processes) {}

    List<Renewal> renew(List<Heartbeat> beats) {
        Renewal[] renewals = new Renewal[beats.size()];
        Map<Likeness, List<Integer>> alike = new HashMap<>();
        for (int i = 0; i < renewals.length; i++) {
            Heartbeat beat = beats.get(i);
            DraftText draft = beat.draft();
            if (draft != null) {
                renewals[i] = withDraft(beat, draft);
            } else {
                alike.computeIfAbsent(new Likeness(beat.activity(), beat.processes()), key -> new ArrayList<>())
                        .add(i);
            }
        }
        alike.values().forEach(group -> {
            for (int from = 0; from < group.size(); from += MOST_AT_ONCE) {
                renewTogether(beats, group.subList(from, Math.min(group.size(), from + MOST_AT_ONCE)), renewals);
            }
        });
        return List.of(renewals);
    }

    private void renewTogether(List<Heartbeat> beats, List<Integer> group, Renewal[] renewals) {
        List<Receipt> receipts = group.stream().map(i -> beats.get(i).receipt()).toList();
        Reply reply = server.post(
                RequestWriter.alike(RequestWriter.receipts(receipts), beats.get(group.get(0))), "/v1/heartbeats");
        List<Optional<Hold>> holds = holds(reply, receipts);
        for (int i = 0; i < group.size(); i++) {
            renewals[group.get(i)] = new Renewal(holds.get(i), Optional.empty());
        }
    }

    /** Those that are there, without a sign of life. */
    List<Optional<Hold>> holds(List<Receipt> receipts) {
        List<Optional<Hold>> all = new ArrayList<>();
        for (int from = 0; from < receipts.size(); from += MOST_AT_ONCE) {
            List<Receipt> part = receipts.subList(from, Math.min(receipts.size(), from + MOST_AT_ONCE));
            all.addAll(holds(server.post(RequestWriter.receipts(part), "/v1/looks"), part));
        }
        return all;
    }

    private static List<Optional<Hold>> holds(Reply reply, List<Receipt> receipts) {
        List<JsonReply> told = reply.told().list("holds");
        List<Optional<Hold>> holds = new ArrayList<>();
        for (int i = 0; i < receipts.size(); i++) {
            JsonReply one = told.get(i);
            holds.add(one.flag("held") ? Optional.of(own(one, receipts.get(i))) : Optional.empty());
        }
        return holds;
    }

    static Hold own(JsonReply told, Receipt receipt) {
        return LockJsonReader.hold(told, List.of(receipt.holdId()), told.time("since"));
    }

    private Renewal withDraft(Heartbeat beat, DraftText text) {
        Receipt receipt = beat.receipt();
        Reply reply =
                server.post(RequestWriter.withDraft(beat, text), "/v1/holds/{}/heartbeat?whole=true", receipt.text());
        JsonReply told = reply.done() ? reply.told() : reply.problem();
        JsonReply kept = told.objectOrNull("draft");
        return new Renewal(
                reply.done() ? Optional.of(own(told, receipt)) : Optional.empty(),
                kept == null ? Optional.empty() : kept(receipt.resource(), text, kept));
    }

    /** What is kept is mostly what was sent; if not, it is fetched. */
    private Optional<Draft> kept(String resource, DraftText text, JsonReply kept) {
        if (kept.number("revision") == text.revision() && !kept.has("lateRevision")) {
            return Optional.of(
                    new Draft(resource, text.author(), text.revision(), text.content(), kept.time("saved"), null));
        }
        return draft(resource, text.author());
    }

    Optional<Draft> draft(String resource, String author) {
        Reply reply = server.get("/v1/drafts/{}?author={}", resource, author);
        return reply.done() ? Optional.of(LockJsonReader.draft(reply.told())) : Optional.empty();
    }
}
