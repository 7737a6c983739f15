package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.List;

/** A field. {@code initial} is the source of its initial value. */
public record FieldFacts(String name, TypeName type, boolean isStatic, List<Mark> marks, String initial, Place place) {
    public FieldFacts {
        marks = List.copyOf(marks);
    }

    public boolean marked(String mark) {
        return marks.stream().anyMatch(each -> each.name().equals(mark));
    }
}
