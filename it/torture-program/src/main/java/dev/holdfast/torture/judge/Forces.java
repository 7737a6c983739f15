package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Operations that end the holds of others. From the begin of the first that can have met a hold, its holder may believe wrongly
 * until it is told.
 */
final class Forces {
    /** By resource, in the order of their ends. */
    private final Map<String, List<Operation>> byResource = new HashMap<>();

    /** By resource, for each of them the earliest begin of it and all later ones. */
    private final Map<String, long[]> earliest = new HashMap<>();

    /** By owner, when the first operation that ends it began. */
    private final Map<String, Long> owners = new HashMap<>();

    private Forces() {}

    static Forces of(List<Operation> operations) {
        Forces forces = new Forces();
        for (Operation operation : operations) {
            if (operation.kind() == Kind.END_OWNER) {
                forces.owners.merge(operation.owner(), operation.begin(), Math::min);
            } else if (forces(operation)) {
                for (String resource : operation.resources()) {
                    forces.byResource
                            .computeIfAbsent(resource, any -> new ArrayList<>())
                            .add(operation);
                }
            }
        }
        forces.byResource.forEach((resource, list) -> {
            list.sort(Comparator.comparingLong(Operation::end));
            long[] begins = new long[list.size() + 1];
            begins[list.size()] = Long.MAX_VALUE;
            for (int i = list.size() - 1; i >= 0; i--) {
                begins[i] = Math.min(begins[i + 1], list.get(i).begin());
            }
            forces.earliest.put(resource, begins);
        });
        return forces;
    }

    private static boolean forces(Operation operation) {
        return operation.kind() == Kind.FORCE
                || (operation.kind() == Kind.TAKEOVER && operation.outcome() != Outcome.REFUSED);
    }

    /** Returns the moment from which another may have ended it, or {@link Long#MAX_VALUE}. */
    long since(Tenure tenure) {
        long since = owners.getOrDefault(tenure.owner(), Long.MAX_VALUE);
        List<Operation> list = byResource.get(tenure.resource());
        long[] begins = earliest.get(tenure.resource());
        if (list == null || begins == null) {
            return since;
        }
        int at = firstEndingAfter(list, tenure.grant().begin());
        if (tenure.grant().kind() == Kind.TAKEOVER) {
            // A takeover does not end its own hold.
            for (; at < list.size() && !list.get(at).equals(tenure.grant()); at++) {
                since = Math.min(since, list.get(at).begin());
            }
            at = Math.min(at + 1, list.size());
        }
        return Math.min(since, begins[at]);
    }

    private static int firstEndingAfter(List<Operation> list, long moment) {
        int low = 0;
        int high = list.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (list.get(middle).end() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
