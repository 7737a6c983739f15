package dev.holdfast.torture.judge;

import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The judge of the histories of one run. */
public final class Judge {
    private Judge() {}

    /** Returns every violation that the histories prove. */
    public static List<Violation> violations(List<Operation> operations, Terms terms) {
        List<Tenure> tenures = Tenures.of(operations);
        List<Violation> violations = new ArrayList<>(Fences.find(tenures));
        violations.addAll(Witnesses.find(operations));
        violations.addAll(Remains.find(operations));
        violations.addAll(Endings.find(operations));
        if (terms.steadyClock()) {
            violations.addAll(Overlaps.find(
                    "Held by two",
                    tenures,
                    Tenure::resource,
                    (one, other) -> one.besides(other) || one.sameHold(other)));
            violations.addAll(Overlaps.find(
                    "Slot held twice",
                    tenures,
                    Judge::slot,
                    (one, other) -> one.resource().equals(other.resource())));
            violations.addAll(Cooldowns.find(operations, terms));
            violations.addAll(Verifications.find(operations, tenures));
        }
        return List.copyOf(violations);
    }

    /** Names the one place that a user has in a scene. */
    private static @Nullable String slot(Tenure tenure) {
        String resource = tenure.resource();
        if (!resource.startsWith(Terms.SCENE) || tenure.grant().user().isEmpty()) {
            return null;
        }
        int end = resource.indexOf('/', Terms.SCENE.length());
        return resource.substring(0, end) + ' ' + tenure.grant().user();
    }
}
