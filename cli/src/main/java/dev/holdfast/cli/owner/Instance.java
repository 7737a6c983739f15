package dev.holdfast.cli.owner;

import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.internal.process.ProcessTable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The instance that acts on the command line. An instance is a session: the name of {@code --owner} or {@code HOLDFAST_OWNER},
 * else the session of the controlling terminal, named {@code CLI-} (or {@code Desktop-}) and a number.
 */
public final class Instance {
    private final Optional<Owner> session;
    private final Optional<TerminalSession> terminal;
    private final String prefix;

    private Instance(Optional<Owner> session, Optional<TerminalSession> terminal, String prefix) {
        this.session = session;
        this.terminal = terminal;
        this.prefix = prefix;
    }

    public static Instance of(Environment environment, @Nullable String option) {
        String named = option == null ? environment.variable("HOLDFAST_OWNER") : option;
        String prefix = prefix(environment);
        // A named owner may act from several terminals, so that the end of one proves nothing.
        Optional<TerminalSession> terminal = named == null ? TerminalSession.ofThisProcess() : Optional.empty();
        Optional<Owner> session =
                named == null ? terminal.map(found -> found.owner(prefix)) : Optional.of(Owner.of(named));
        return new Instance(session, terminal, prefix);
    }

    /** Returns the prefix of the names of instances. */
    static String prefix(Environment environment) {
        return "Desktop".equals(environment.variable("HOLDFAST_ENV")) ? "Desktop-" : "CLI-";
    }

    /**
     * Returns the owner of locks that outlive the command.
     *
     * @throws CommandFailure if there is no owner that could be recognised later
     */
    public Owner sessionOwner() {
        return session.orElseThrow(
                () -> CommandFailure.usage(
                        "There is no terminal session that could own the lock: name the owner with --owner NAME or HOLDFAST_OWNER."));
    }

    /** Returns an owner that ends with this process. Two of them exclude each other, even in one terminal. */
    public Owner processOwner() {
        ProcessId self = ProcessTable.system().self();
        String number = SerialNumber.of(self);
        String name = session.map(Owner::name).orElse(prefix + number);
        String id = session.isPresent() ? name + "/" + number : name;
        return new Owner(id, name, "", List.of(self));
    }

    /** Returns the process whose end is the end of the instance: that of its terminal. Empty if the owner is named. */
    public Optional<ProcessId> terminalProcess() {
        return terminal.flatMap(TerminalSession::lastingProcess);
    }

    /** Returns the owner of locks that outlive the command, if there is one. */
    public Optional<Owner> session() {
        return session;
    }
}
