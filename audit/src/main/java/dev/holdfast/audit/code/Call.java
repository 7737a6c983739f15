package dev.holdfast.audit.code;

import dev.holdfast.audit.base.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method.
 *
 * @param receiver the source of the receiver; empty for the object itself
 * @param type the declared type of the receiver, as far as it is known
 * @param loop the innermost loop around it, if any
 * @param caught whether it is in a catch block
 * @param result the variable that takes its result; empty if there is none
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

    /** Returns the source of all arguments. */
    public String given() {
        StringBuilder all = new StringBuilder();
        for (Argument argument : arguments) {
            all.append(all.length() == 0 ? "" : ", ").append(argument.text());
        }
        return all.toString();
    }

    /** Returns the last name of the receiver: {@code locks} for {@code this.locks}. */
    public String variable() {
        String text = receiver.substring(receiver.lastIndexOf('.') + 1);
        int open = text.indexOf('(');
        return open < 0 ? text : text.substring(0, open);
    }
}
