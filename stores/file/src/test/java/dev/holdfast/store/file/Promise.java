package dev.holdfast.store.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What must be found after a power failure.
 *
 * @param owners by resource, the owners that may be found, empty text for none: one of them unless a change is under way
 * @param texts the drafts that may be found
 * @param last the largest version that was given to a caller
 * @param told the reasons of the events of all answered changes
 * @param settled whether no change is under way
 */
record Promise(Map<String, List<String>> owners, List<String> texts, long last, List<String> told, boolean settled) {
    static final Promise NONE = new Promise(Map.of(), List.of(""), 0, List.of(), true);

    List<String> owners(String resource) {
        return owners.getOrDefault(resource, List.of(""));
    }

    /** Adds owners that may be found while a change is under way. */
    Promise orOwner(List<String> resources, String... owner) {
        Map<String, List<String>> more = new HashMap<>(owners);
        for (String resource : resources) {
            List<String> all = new ArrayList<>(owners(resource));
            all.addAll(List.of(owner));
            more.put(resource, all);
        }
        return new Promise(more, texts, last, told, false);
    }

    Promise orText(String text) {
        return new Promise(owners, List.of(texts.get(0), text), last, told, false);
    }

    /** What is promised after the change of those resources was answered. */
    Promise answered(List<String> resources, String owner, long version, String reason) {
        Map<String, List<String>> now = new HashMap<>(owners);
        resources.forEach(resource -> now.put(resource, List.of(owner)));
        List<String> reasons = new ArrayList<>(told);
        reasons.add(reason);
        return new Promise(now, texts.subList(texts.size() - 1, texts.size()), version, reasons, true);
    }

    /** What is promised after a caller was told who owns the resource. */
    Promise seen(String resource, String owner) {
        Map<String, List<String>> now = new HashMap<>(owners);
        now.put(resource, List.of(owner));
        return new Promise(now, texts, last, told, true);
    }
}
