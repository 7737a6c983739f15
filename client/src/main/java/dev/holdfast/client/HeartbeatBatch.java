package dev.holdfast.client;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends heartbeats: equal ones in one call, those with a draft in one call each. */
record HeartbeatBatch(Connection server) {
    private static final int MAX_AT_ONCE = Bounds.RECEIPTS;

    /** The properties that heartbeats of one call share. */
    private record Likeness(boolean activity, @Nullable List<ProcessId> processes) {}

    List<Renewal> renew(List<Heartbeat> heartbeats) {
        Renewal[] renewals = new Renewal[heartbeats.size()];
        Map<Likeness, List<Integer>> alike = new HashMap<>();
        for (int i = 0; i < renewals.length; i++) {
            Heartbeat heartbeat = heartbeats.get(i);
            Draft.Edit draft = heartbeat.draft();
            if (draft != null) {
                renewals[i] = withDraft(heartbeat, draft);
            } else {
                alike.computeIfAbsent(
                                new Likeness(heartbeat.activity(), heartbeat.processes()), key -> new ArrayList<>())
                        .add(i);
            }
        }
        alike.values().forEach(group -> {
            for (int from = 0; from < group.size(); from += MAX_AT_ONCE) {
                renewTogether(heartbeats, group.subList(from, Math.min(group.size(), from + MAX_AT_ONCE)), renewals);
            }
        });
        return List.of(renewals);
    }

    private void renewTogether(List<Heartbeat> heartbeats, List<Integer> group, Renewal[] renewals) {
        List<Receipt> receipts =
                group.stream().map(i -> heartbeats.get(i).receipt()).toList();
        Reply reply = server.post(
                RequestWriter.alike(RequestWriter.receipts(receipts), heartbeats.get(group.get(0))), "/v1/heartbeats");
        List<Optional<Hold>> holds = holds(reply, receipts);
        for (int i = 0; i < group.size(); i++) {
            renewals[group.get(i)] = new Renewal(holds.get(i), Optional.empty());
        }
    }

    /** Returns the holds that exist, without renewing them. */
    List<Optional<Hold>> holds(List<Receipt> receipts) {
        List<Optional<Hold>> all = new ArrayList<>();
        for (int from = 0; from < receipts.size(); from += MAX_AT_ONCE) {
            List<Receipt> part = receipts.subList(from, Math.min(receipts.size(), from + MAX_AT_ONCE));
            all.addAll(holds(server.post(RequestWriter.receipts(part), "/v1/looks"), part));
        }
        return all;
    }

    private static List<Optional<Hold>> holds(Reply reply, List<Receipt> receipts) {
        List<JsonReply> json = reply.json().list("holds");
        List<Optional<Hold>> holds = new ArrayList<>();
        for (int i = 0; i < receipts.size(); i++) {
            JsonReply one = json.get(i);
            holds.add(one.flag("held") ? Optional.of(own(one, receipts.get(i))) : Optional.empty());
        }
        return holds;
    }

    static Hold own(JsonReply json, Receipt receipt) {
        return LockJsonReader.hold(json, List.of(receipt.holdId()), json.time("since"));
    }

    private Renewal withDraft(Heartbeat heartbeat, Draft.Edit text) {
        Receipt receipt = heartbeat.receipt();
        Reply reply = server.post(
                RequestWriter.withDraft(heartbeat, text), "/v1/holds/{}/heartbeat?whole=true", receipt.text());
        JsonReply json = reply.done() ? reply.json() : reply.problem();
        JsonReply kept = json.objectOrNull("draft");
        return new Renewal(
                reply.done() ? Optional.of(own(json, receipt)) : Optional.empty(),
                kept == null ? Optional.empty() : kept(receipt.resource(), text, kept));
    }

    /** Returns the stored draft. It is usually the one that was sent; otherwise it is fetched. */
    private Optional<Draft> kept(String resource, Draft.Edit text, JsonReply kept) {
        if (kept.number("revision") == text.revision() && !kept.has("lateRevision")) {
            return Optional.of(
                    new Draft(resource, text.author(), text.revision(), text.content(), kept.time("saved"), null));
        }
        return draft(resource, text.author());
    }

    Optional<Draft> draft(String resource, String author) {
        Reply reply = server.get("/v1/drafts/{}?author={}", resource, author);
        return reply.done() ? Optional.of(LockJsonReader.draft(reply.json())) : Optional.empty();
    }
}
