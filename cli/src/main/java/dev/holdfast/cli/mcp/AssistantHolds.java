package dev.holdfast.cli.mcp;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.Holds.Grant;
import dev.holdfast.Holds.Heartbeat;
import dev.holdfast.Holds.Renewal;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.storage.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The holds that an assistant has acquired with its tools. This process sends their heartbeats; the assistant started it, and
 * it ends with the assistant. A lost hold is reported with the next answer. Thread-safe.
 */
final class AssistantHolds {
    private final LockManager manager;
    /** The receipts by owner and resource. */
    private final Map<String, Receipt> held = new LinkedHashMap<>();

    private final List<String> news = new ArrayList<>();

    AssistantHolds(LockManager manager) {
        this.manager = manager;
    }

    synchronized void add(String owner, Grant grant) {
        grant.receipts().forEach(receipt -> held.put(key(owner, receipt.resource()), receipt));
    }

    /** Releases a hold of that owner. Returns whether it had one. No heartbeat takes the released hold for lost. */
    synchronized boolean release(String owner, String resource) {
        boolean released = manager.holds().release(resource, owner);
        held.remove(key(owner, resource));
        return released;
    }

    /** Answers a request for a hold. No heartbeat takes a hold for lost that the answer hands over. */
    synchronized Optional<HandOverRequest> answer(HandOverRequest request, HandOverRequest.Reply reply) {
        String owner = request.holder().id();
        Optional<HandOverRequest> after =
                manager.holds().requests().answer(request.resource(), owner, request.id(), reply);
        if (reply.state() == RequestState.HANDED) {
            held.remove(key(owner, request.resource()));
        }
        return after;
    }

    /** Returns whether that owner has acquired the resource, and not released it. */
    synchronized boolean has(String owner, String resource) {
        return held.containsKey(key(owner, resource));
    }

    /** Returns the ids of the owners that have acquired something. */
    synchronized Set<String> owners() {
        Set<String> owners = new LinkedHashSet<>();
        held.keySet().forEach(key -> owners.add(key.substring(0, key.indexOf('\n'))));
        return owners;
    }

    private static String key(String owner, String resource) {
        return owner + '\n' + resource;
    }

    /** Sends a heartbeat for all holds, or for those of one owner. */
    synchronized void renew(String owner, boolean activity) {
        List<Map.Entry<String, Receipt>> due = held.entrySet().stream()
                .filter(one -> owner.isEmpty() || one.getKey().startsWith(owner + '\n'))
                .map(one -> Map.entry(one.getKey(), one.getValue()))
                .toList();
        if (due.isEmpty()) {
            return;
        }
        List<Renewal> answers = manager.holds()
                .renew(due.stream()
                        // Bound to this process as before: its end is the end of what it holds.
                        .map(one -> new Heartbeat(one.getValue(), activity, null))
                        .toList());
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).hold().isEmpty()) {
                Receipt lost = due.get(i).getValue();
                held.remove(due.get(i).getKey());
                news.add(manager.holds()
                        .loss(lost)
                        .map(loss -> loss.sentence())
                        .orElse("You do not hold " + Text.name(lost.resource()) + " any more."));
            }
        }
    }

    /** Returns the news since the last call. */
    synchronized String news() {
        String text = String.join("\n", news);
        news.clear();
        return text;
    }

    /** Sends heartbeats. A failure is reported with the next answer and ends nothing: the next call tries again. */
    void renewQuietly() {
        try {
            renew("", false);
        } catch (StoreException e) {
            report("Heartbeats failed for a while: " + Text.shown(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            Log.warningOnce(Log.MANAGER, "Heartbeats for the assistant failed unexpectedly: " + e);
            report(
                    "Heartbeats failed for a while, by a mistake in Holdfast. Check with the status tool that you still hold"
                            + " your locks.");
        }
    }

    private synchronized void report(String sentence) {
        if (!news.contains(sentence)) {
            news.add(sentence);
        }
    }

    /** Returns the resources that the owner holds according to the store. */
    List<String> of(String owner) {
        return manager.holds().listByOwner(owner).stream()
                .map(LockView::resource)
                .toList();
    }

    /** Releases all locks: the assistant is gone. */
    synchronized void end() {
        if (!held.isEmpty()) {
            manager.holds().release(held.values());
            held.clear();
        }
    }
}
