package dev.holdfast.cli.run;

import dev.holdfast.HandOverRequest;
import dev.holdfast.Hold;
import dev.holdfast.LockHandle;
import dev.holdfast.LockManager;
import dev.holdfast.Loss;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** All locks that are held for a command, with one handle or several. */
public final class HeldLocks implements AutoCloseable {
    /** Receipts, one a line: those of the resources, in the same order, and after them those that were inherited. */
    static final String RECEIPT = "HOLDFAST_RECEIPT";
    /** Fences, one a line, in the order of the resources. */
    static final String FENCE = "HOLDFAST_FENCE";
    /** Names of resources, one a line. */
    static final String RESOURCE = "HOLDFAST_RESOURCE";

    private final LockManager manager;
    private final List<LockHandle> handles;
    private final List<Receipt> inherited;

    HeldLocks(LockManager manager, List<LockHandle> handles, List<Receipt> inherited) {
        this.manager = manager;
        this.handles = List.copyOf(handles);
        this.inherited = List.copyOf(inherited);
    }

    /** Returns the variables for the environment of the command. */
    Map<String, String> variables() {
        List<String> resources = new ArrayList<>();
        List<String> fences = new ArrayList<>();
        List<String> receipts = new ArrayList<>();
        for (LockHandle handle : handles) {
            for (Receipt receipt : handle.receipts()) {
                resources.add(receipt.resource());
                fences.add(Long.toString(handle.fence(receipt.resource())));
                receipts.add(receipt.text());
            }
        }
        for (Receipt receipt : inherited) {
            if (!resources.contains(receipt.resource())) {
                receipts.add(receipt.text());
            }
        }
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(RESOURCE, String.join("\n", resources));
        variables.put(FENCE, String.join("\n", fences));
        variables.put(RECEIPT, String.join("\n", receipts));
        return variables;
    }

    void onLoss(Consumer<Loss> callback) {
        for (LockHandle handle : handles) {
            handle.onLoss(callback);
        }
    }

    /** Calls back once for each request to hand over. */
    public void onRequest(Consumer<HandOverRequest> callback) {
        for (LockHandle handle : handles) {
            handle.onRequest(callback);
        }
    }

    void bind(List<ProcessId> processes) {
        handles.forEach(handle -> handle.bind(processes));
    }

    /** Returns a loss of the last moments that no callback has reported yet. */
    Optional<Loss> lostByNow() {
        for (LockHandle handle : handles) {
            List<Optional<Hold>> holds = manager.holds().view(handle.receipts());
            for (int i = 0; i < holds.size(); i++) {
                if (holds.get(i).isEmpty()) {
                    Receipt receipt = handle.receipts().get(i);
                    return Optional.of(
                            manager.holds().loss(receipt).orElse(new Loss(receipt.resource(), Optional.empty())));
                }
            }
        }
        return Optional.empty();
    }

    /** Releases all holds. A failure of one does not keep the others. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (LockHandle handle : handles) {
            try {
                handle.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
