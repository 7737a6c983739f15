package dev.holdfast;

import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Text;
import java.util.List;

/**
 * The owner of holds: a session, tab, process or assistant run; never a thread. Owners are told apart by their id alone. All
 * callers with the same id are one owner: each of them enters the locks of the others again, from any thread, process or machine.
 * So an id that is shared by mistake, such as the name of a job on two nodes, excludes nothing.
 *
 * @param id unique to that session; the authority on local stores
 * @param name the name that people are shown, as it was written
 * @param user the signed-in person behind it, or empty; limits and drafts are per user
 * @param processes the processes whose end proves that the owner is gone; none when it outlives them
 */
public record Owner(String id, String name, String user, List<ProcessId> processes) {
    /** The owner of a hold that another program wrote without naming the holder. */
    public static final Owner UNKNOWN = of("unknown");

    public Owner {
        require("An owner's id", id, 1);
        require("An owner's name", name, 1);
        require("A user", user, 0);
        name = Text.cut(Text.shown(name), Bounds.PERSON);
        processes = List.copyOf(processes);
    }

    /**
     * Returns an owner known by its id alone, bound to no process: for a session or tab, which may go on in another process. All
     * callers with that id are one owner. If its process is killed, its locks stay held until their lease ends. For a job see
     * {@link LockManager#newOwner}.
     */
    public static Owner of(String id) {
        return new Owner(id, id, "", List.of());
    }

    /** Returns a copy with another name for people. */
    public Owner named(String newName) {
        return new Owner(id, newName, user, processes);
    }

    /** Returns a copy that belongs to that user. */
    public Owner user(String newUser) {
        return new Owner(id, name, newUser, processes);
    }

    /** Returns a copy whose holds are free when all of these processes have ended. */
    public Owner bound(List<ProcessId> newProcesses) {
        return new Owner(id, name, user, newProcesses);
    }

    private static void require(String what, String text, int least) {
        if (text.length() < least || text.length() > Bounds.PERSON) {
            throw new IllegalArgumentException(
                    what + " must have " + least + " to " + Bounds.PERSON + " characters, not " + text.length() + ".");
        }
        for (int i = Text.isPlain(text) ? text.length() : 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(what + " must not contain control characters.");
            }
        }
    }
}
