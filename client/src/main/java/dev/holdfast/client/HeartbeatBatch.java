package dev.holdfast.client;

import dev.holdfast.Draft;
import dev.holdfast.Hold;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends heartbeats: equal ones in one call; those with a draft, and those that wait for a busy record, in one call each. */
record HeartbeatBatch(Connection server) {
    private static final int MAX_AT_ONCE = Bounds.RECEIPTS;

    /** The properties that heartbeats of one call share. */
    private record Likeness(boolean activity, @Nullable List<ProcessId> processes) {}

    List<Renewal> renew(List<Heartbeat> heartbeats) {
        List<Optional<Renewal>> decided = renewIfNotBusy(heartbeats);
        List<Renewal> renewals = new ArrayList<>(decided.size());
        for (int i = 0; i < decided.size(); i++) {
            Heartbeat heartbeat = heartbeats.get(i);
            // The server waits for what is busy if it is asked for that alone.
            renewals.add(decided.get(i).orElseGet(() -> alone(heartbeat)));
        }
        return renewals;
    }

    /** Sends heartbeats; the result of one whose record is busy is empty. */
    List<Optional<Renewal>> renewIfNotBusy(List<Heartbeat> heartbeats) {
        List<Optional<Renewal>> renewals = new ArrayList<>(Collections.nCopies(heartbeats.size(), Optional.empty()));
        Map<Likeness, List<Integer>> alike = new HashMap<>();
        for (int i = 0; i < heartbeats.size(); i++) {
            Heartbeat heartbeat = heartbeats.get(i);
            if (heartbeat.draft() != null) {
                renewals.set(i, Optional.of(alone(heartbeat)));
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
        return renewals;
    }

    private void renewTogether(List<Heartbeat> heartbeats, List<Integer> group, List<Optional<Renewal>> renewals) {
        List<Receipt> receipts =
                group.stream().map(i -> heartbeats.get(i).receipt()).toList();
        Reply reply = server.post(
                RequestWriter.alike(RequestWriter.receipts(receipts), heartbeats.get(group.get(0))), "/v1/heartbeats");
        List<JsonReply> json = reply.json().list("holds");
        for (int i = 0; i < group.size(); i++) {
            JsonReply one = json.get(i);
            if (!HttpLocks.isBusy(one)) {
                renewals.set(group.get(i), Optional.of(renewal(one, receipts.get(i))));
            }
        }
    }

    /** Returns the holds that exist, without renewing them. */
    List<Renewal> look(List<Receipt> receipts) {
        List<Renewal> all = new ArrayList<>();
        for (int from = 0; from < receipts.size(); from += MAX_AT_ONCE) {
            List<Receipt> part = receipts.subList(from, Math.min(receipts.size(), from + MAX_AT_ONCE));
            List<JsonReply> json = server.post(RequestWriter.receipts(part), "/v1/looks")
                    .json()
                    .list("holds");
            for (int i = 0; i < part.size(); i++) {
                all.add(renewal(json.get(i), part.get(i)));
            }
        }
        return all;
    }

    private static Renewal renewal(JsonReply json, Receipt receipt) {
        return new Renewal(hold(json, receipt), Optional.empty(), HttpRequests.all(json.list("requests")));
    }

    private static Optional<Hold> hold(JsonReply json, Receipt receipt) {
        return json.flag("held") ? Optional.of(own(json, receipt)) : Optional.empty();
    }

    static Hold own(JsonReply json, Receipt receipt) {
        return LockJsonReader.hold(json, List.of(receipt.holdId()), json.time("since"));
    }

    private Renewal alone(Heartbeat heartbeat) {
        Receipt receipt = heartbeat.receipt();
        Reply reply =
                server.post(RequestWriter.heartbeat(heartbeat), "/v1/holds/{}/heartbeat?whole=true", receipt.text());
        JsonReply json = reply.done() ? reply.json() : reply.problem();
        Draft.Edit text = heartbeat.draft();
        JsonReply kept = text == null ? null : json.objectOrNull("draft");
        return new Renewal(
                reply.done() ? Optional.of(own(json, receipt)) : Optional.empty(),
                kept == null || text == null ? Optional.empty() : kept(receipt.resource(), text, kept),
                HttpRequests.all(json.list("requests")));
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
