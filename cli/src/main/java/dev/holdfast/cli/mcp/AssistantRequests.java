package dev.holdfast.cli.mcp;

import dev.holdfast.HandOverRequest;
import dev.holdfast.HandOverRequest.RequestState;
import dev.holdfast.HoldfastException;
import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Receipt;
import dev.holdfast.Requests;
import dev.holdfast.cli.acquire.RequestText;
import dev.holdfast.internal.base.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of an assistant, and those to it. A lock that is handed over is taken up as soon as that is noticed, so that it
 * gets heartbeats. What is new is reported with the next answer. Thread-safe.
 */
final class AssistantRequests {
    private final LockManager manager;
    private final AssistantHolds holds;
    private final Map<Receipt, Pending> pending = new LinkedHashMap<>();
    private final List<String> news = new ArrayList<>();

    /** A request that has not ended, as it was last reported. */
    private record Pending(LockRequest wanted, List<HandOverRequest> last) {
        String owner() {
            return wanted.owner() == null ? "" : wanted.owner().id();
        }
    }

    AssistantRequests(LockManager manager, AssistantHolds holds) {
        this.manager = manager;
        this.holds = holds;
    }

    Requests requests() {
        return manager.holds().requests();
    }

    /** Adds a request of the assistant. */
    synchronized void add(LockRequest wanted, Receipt receipt, List<HandOverRequest> asked) {
        pending.put(receipt, new Pending(wanted.receipt(receipt), asked));
    }

    /** Withdraws the request of an owner for a resource. Returns whether it was open. */
    synchronized boolean withdraw(String resource, String owner) {
        pending.entrySet()
                .removeIf(one -> one.getKey().resource().equals(resource)
                        && one.getValue().owner().equals(owner));
        return requests().withdraw(resource, owner);
    }

    /** Looks for answers. Returns whether the request with that receipt has ended. */
    synchronized boolean hasEnded(Receipt receipt) throws InterruptedException {
        look();
        return !pending.containsKey(receipt);
    }

    /** Looks for answers, and takes up what was handed over. A failure ends nothing: the next call tries again. */
    void lookQuietly() {
        try {
            look();
        } catch (HoldfastException e) {
            // The heartbeats report it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void look() throws InterruptedException {
        for (Map.Entry<Receipt, Pending> one : List.copyOf(pending.entrySet())) {
            List<HandOverRequest> now = requests().find(one.getKey());
            RequestText text = RequestText.forAssistant(Instant.now());
            List<RequestState> before =
                    one.getValue().last().stream().map(HandOverRequest::state).toList();
            for (int i = 0; i < now.size(); i++) {
                RequestState state = now.get(i).state();
                if (state != RequestState.OPEN && (i >= before.size() || before.get(i) != state)) {
                    news.add(text.toAsker(now.get(i)));
                }
            }
            pending.put(one.getKey(), new Pending(one.getValue().wanted(), now));
            boolean declined = has(now, RequestState.DECLINED);
            if (declined || now.stream().allMatch(each -> each.state().ended())) {
                pending.remove(one.getKey());
                ended(one.getKey(), one.getValue(), now, declined);
            }
        }
    }

    private static boolean has(List<HandOverRequest> requests, RequestState state) {
        return requests.stream().anyMatch(one -> one.state() == state);
    }

    private void ended(Receipt receipt, Pending request, List<HandOverRequest> now, boolean declined)
            throws InterruptedException {
        String name = Text.name(receipt.resource());
        if (declined) {
            requests().withdraw(receipt); // the other holders need not hand over
            news.add("Do not change " + name + ". Work on something else, or tell the user.");
            return;
        }
        Grant grant = has(now, RequestState.WITHDRAWN) ? null : manager.holds().grant(request.wanted());
        if (grant != null && grant.granted()) {
            holds.add(request.owner(), grant);
            news.add("You hold " + name
                    + " now. Read it again before you change it, and release it as soon as you are done.");
        } else {
            news.add("You do not hold " + name + ": call acquire, or request again, if you still need it.");
        }
    }

    /** Returns the news since the last call, and the requests to the assistant that it should know of. */
    synchronized String news() {
        List<String> lines = new ArrayList<>();
        try {
            look();
            lines.addAll(news);
            news.clear();
            for (HandOverRequest request : received()) {
                if (RequestText.isDue(request, Instant.now())) {
                    lines.add(toHolder(request, Instant.now()));
                    requests().shown(request.resource(), request.holder().id(), request.id());
                }
            }
        } catch (HoldfastException e) {
            // The call itself, or the heartbeats, report it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return String.join("\n", lines);
    }

    /** Returns the requests to all owners of the assistant. */
    List<HandOverRequest> received() {
        List<HandOverRequest> all = new ArrayList<>();
        for (String owner : holds.owners()) {
            all.addAll(requests().listByHolder(owner));
        }
        return all;
    }

    /** Returns a request to the assistant, and what to do about it. */
    static String toHolder(HandOverRequest request, Instant now) {
        String text = RequestText.forAssistant(now).toHolder(request);
        return request.state() == RequestState.PROMISED
                ? text + " Complete your work on it, and call release before that time: then it is no longer yours."
                : text
                        + " Complete what you are doing with it, then call answer: now, or in with a time if you need longer,"
                        + " or no with a message.";
    }

    /** Withdraws all requests, and releases what was handed over in the same moment: the assistant is gone. */
    synchronized void end() {
        for (Receipt receipt : pending.keySet()) {
            requests().withdraw(receipt);
            manager.holds().release(receipt);
        }
        pending.clear();
    }
}
