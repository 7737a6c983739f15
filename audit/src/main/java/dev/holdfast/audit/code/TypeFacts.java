package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A class, interface, enum or record.
 *
 * @param supers the types that it extends and implements
 */
public record TypeFacts(
        String name,
        boolean isInterface,
        List<TypeName> supers,
        List<Mark> marks,
        List<FieldFacts> fields,
        List<MethodFacts> methods,
        Place place) {

    /** Returns the type with other methods. */
    public TypeFacts with(List<MethodFacts> others) {
        return new TypeFacts(name, isInterface, supers, marks, fields, List.copyOf(others), place);
    }

    public boolean marked(String mark) {
        return marks.stream().anyMatch(each -> each.name().equals(mark));
    }

    /** Returns whether it has one of these annotations. */
    public boolean marked(Collection<String> any) {
        return marks.stream().anyMatch(each -> any.contains(each.name()));
    }

    public Optional<Mark> mark(String mark) {
        return marks.stream().filter(each -> each.name().equals(mark)).findFirst();
    }

    public boolean extendsOrImplements(String simple) {
        return supers.stream().anyMatch(each -> each.simple().equals(simple));
    }
}
