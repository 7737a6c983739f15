package dev.holdfast.cli.owner;

import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who acts on the command line. An instance is a session: what was named by {@code --owner} or {@code HOLDFAST_OWNER}, else the
 * session of the controlling terminal, known as {@code CLI-} (or {@code Desktop-}) and a number of its own.
 */
public final class Instance {
    private final Optional<Owner> session;
    private final String prefix;

    private Instance(Optional<Owner> session, String prefix) {
        this.session = session;
        this.prefix = prefix;
    }

    public static Instance of(Environment environment, @Nullable String option) {
        String named = option == null ? environment.variable("HOLDFAST_OWNER") : option;
        String prefix = prefix(environment);
        Optional<Owner> session = named == null
                ? TerminalSession.ofThisProcess().map(found -> found.owner(prefix))
                : Optional.of(Owner.of(named));
        return new Instance(session, prefix);
    }

    /** What the names of instances begin with. */
    static String prefix(Environment environment) {
        return "Desktop".equals(environment.variable("HOLDFAST_ENV")) ? "Desktop-" : "CLI-";
    }

    /**
     * The owner of locks that outlive the command.
     *
     * @throws CommandFailure if there is nobody who could be recognised later
     */
    public Owner sessionOwner() {
        return session.orElseThrow(
                () -> CommandFailure.usage(
                        "There is no terminal whose session could own the lock: name the owner by --owner NAME or HOLDFAST_OWNER."));
    }

    /** An owner for as long as this process lives: two of them exclude each other, also in one terminal. */
    public Owner processOwner() {
        ProcessId self = ProcessTable.system().self();
        String number = SerialNumber.of(self);
        String name = session.map(Owner::name).orElse(prefix + number);
        String id = session.isPresent() ? name + "/" + number : name;
        return new Owner(id, name, "", List.of(self));
    }

    /** The owner of locks that outlive the command, if there is one. */
    public Optional<Owner> session() {
        return session;
    }
}
