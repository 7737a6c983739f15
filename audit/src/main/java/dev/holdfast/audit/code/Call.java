package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method.
 *
 * @param receiver on what, as it is written; empty if on the object itself
 * @param type what the receiver is declared as, as far as that can be seen
 * @param loop the innermost loop around it, if any
 * @param caught whether it stands where an exception is caught
 * @param result the variable that takes what it gives back; empty if none does
 */
public record Call(
        String name,
        String receiver,
        TypeName type,
        List<Argument> arguments,
        Place place,
        @Nullable Loop loop,
        boolean caught,
        String result)
        implements Step {

    public Call {
        arguments = List.copyOf(arguments);
    }

    public boolean own() {
        return receiver.isEmpty() || receiver.equals("this") || receiver.equals("super");
    }

    /** All arguments as they are written. */
    public String given() {
        StringBuilder all = new StringBuilder();
        for (Argument argument : arguments) {
            all.append(all.length() == 0 ? "" : ", ").append(argument.text());
        }
        return all.toString();
    }

    /** The last name of what it is called on: {@code locks} of {@code this.locks}. */
    public String variable() {
        String text = receiver.substring(receiver.lastIndexOf('.') + 1);
        int open = text.indexOf('(');
        return open < 0 ? text : text.substring(0, open);
    }
}
