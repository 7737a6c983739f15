package dev.holdfast;

import java.util.ArrayList;
import java.util.List;

/** Policies in the order in which they are tried: the first whose pattern matches a resource applies. */
public record Policies(List<Policy> list, Policy otherwise) {
    public Policies {
        list = List.copyOf(list);
    }

    /** Returns the policy of a preset for all resources. */
    public static Policies of(Preset preset) {
        return new Policies(List.of(), preset.policy());
    }

    /** Returns these policies with one more in front of the last resort. */
    public Policies and(Policy policy) {
        List<Policy> more = new ArrayList<>(list);
        more.add(policy);
        return new Policies(more, otherwise);
    }

    /** Returns the first policy that applies, or the last resort. */
    public Policy forResource(String resource) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).appliesTo(resource)) {
                return list.get(i);
            }
        }
        return otherwise;
    }
}
