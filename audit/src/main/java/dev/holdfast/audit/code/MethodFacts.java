package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A method or constructor and its steps.
 *
 * @param parameters by name, in their order
 * @param locals the source of the last value that each variable is set to
 * @param compared the names that are compared with greater or less, or sorted
 */
public record MethodFacts(
        String name,
        Map<String, TypeName> parameters,
        List<Mark> marks,
        Place place,
        List<Step> steps,
        Map<String, String> locals,
        Set<String> compared) {

    /** Returns the method with further annotations. */
    public MethodFacts with(List<Mark> more) {
        List<Mark> all = new ArrayList<>(marks);
        all.addAll(more);
        return new MethodFacts(name, parameters, List.copyOf(all), place, steps, locals, compared);
    }

    public Stream<Call> calls() {
        return steps.stream().filter(Call.class::isInstance).map(Call.class::cast);
    }

    public Stream<Phrase> phrases() {
        return steps.stream().filter(Phrase.class::isInstance).map(Phrase.class::cast);
    }

    public boolean marked(String mark) {
        return marks.stream().anyMatch(each -> each.name().equals(mark));
    }
}
