package dev.holdfast.cli.mcp;

import dev.holdfast.Grant;
import dev.holdfast.Heartbeat;
import dev.holdfast.LockManager;
import dev.holdfast.LockView;
import dev.holdfast.Receipt;
import dev.holdfast.Renewal;
import dev.holdfast.rules.Text;
import dev.holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an assistant holds through its tools for as long as it is there. It is kept by signs of life from this process, which the
 * assistant started and which ends with it. What is lost is told with the next answer. Thread-safe.
 */
final class AssistantHolds {
    private final LockManager manager;
    /** By owner and resource. */
    private final Map<String, Receipt> held = new LinkedHashMap<>();

    private final List<String> news = new ArrayList<>();

    AssistantHolds(LockManager manager) {
        this.manager = manager;
    }

    synchronized void add(String owner, Grant grant) {
        grant.receipts().forEach(receipt -> held.put(key(owner, receipt.resource()), receipt));
    }

    /** What an owner gave back. */
    synchronized void remove(String owner, String resource) {
        held.remove(key(owner, resource));
    }

    private static String key(String owner, String resource) {
        return owner + '\n' + resource;
    }

    /** Gives a sign of life for everything, or for one owner's. */
    synchronized void renew(String owner, boolean activity) {
        List<Map.Entry<String, Receipt>> due = held.entrySet().stream()
                .filter(one -> owner.isEmpty() || one.getKey().startsWith(owner + '\n'))
                .map(one -> Map.entry(one.getKey(), one.getValue()))
                .toList();
        if (due.isEmpty()) {
            return;
        }
        List<Renewal> answers = manager.renew(due.stream()
                // Bound to this process as before: its end is the end of what it holds.
                .map(one -> new Heartbeat(one.getValue(), activity, null, null))
                .toList());
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).hold().isEmpty()) {
                Receipt lost = due.get(i).getValue();
                held.remove(due.get(i).getKey());
                news.add(manager.loss(lost)
                        .map(loss -> loss.sentence())
                        .orElse("You do not hold " + Text.name(lost.resource()) + " any more."));
            }
        }
    }

    /** What has to be told, once. */
    synchronized String news() {
        String text = String.join("\n", news);
        news.clear();
        return text;
    }

    /** Until the store is back, time runs against what is held; that is told when it is over. */
    void renewQuietly() {
        try {
            renew("", false);
        } catch (StoreException e) {
            synchronized (this) {
                String sentence =
                        "Signs of life could not be given for a while: " + Text.shown(String.valueOf(e.getMessage()));
                if (!news.contains(sentence)) {
                    news.add(sentence);
                }
            }
        }
    }

    /** All of one owner, by the store's word. */
    List<String> of(String owner) {
        return manager.listOf(owner).stream().map(LockView::resource).toList();
    }

    /** Gives everything back: the assistant is gone. */
    synchronized void end() {
        if (!held.isEmpty()) {
            manager.release(held.values());
            held.clear();
        }
    }
}
