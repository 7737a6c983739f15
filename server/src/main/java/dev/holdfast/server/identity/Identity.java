package dev.holdfast.server.identity;

import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.Bounds;
import dev.holdfast.internal.base.Sha256;
import dev.holdfast.internal.process.ProcessTable;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps the owners and receipts of a caller to those in the store. With sign-in they are bound to the user, so that another user
 * cannot use them. Without sign-in they are stored as given.
 */
public final class Identity {
    private static final int SECRET_BYTES = 16;
    private static final String PROCESSES = "processes";

    private Identity() {}

    /** Returns the owner that the request names, as far as the sign-in allows it. */
    public static Owner owner(Request request, JsonBody given) {
        Caller caller = request.caller();
        String id = given.requiredText("id");
        // An owner would show hidden characters as numbers, and so accept them.
        Bounds.text("An owner's name", given.text("name", ""), Bounds.PERSON);
        String user = Bounds.text("A user", given.text("user", ""), Bounds.PERSON);
        List<ProcessId> processes = processes(request, given);
        Owner owner = Owner.of(ownerId(caller, id));
        return caller.signedIn()
                ? owner.named(name(caller, given)).user(caller.name()).bound(processes)
                : owner.named(given.text("name", id)).user(user).bound(processes);
    }

    /** Returns the name that others see. Programs of one account may have names of their own, followed by the account. */
    private static String name(Caller caller, JsonBody given) {
        String own = given.text("name", caller.display());
        String both = own + " (" + caller.display() + ")";
        return caller.isAccount() && !own.equals(caller.display()) && both.length() <= Bounds.PERSON
                ? both
                : caller.display();
    }

    /**
     * Returns the processes that a hold is bound to; empty if none are given. A caller on another machine cannot name processes
     * of this one: the state of its hold would reveal which of them exist.
     */
    public static List<ProcessId> processes(Request request, JsonBody given) {
        List<JsonBody> all = given.objects(PROCESSES);
        Bounds.count("The objects in '" + PROCESSES + "'", all.size(), Bounds.PROCESSES);
        return all.stream()
                .map(one -> one.only("pid", "host", "boot", "namespace", "start"))
                .map(one -> new ProcessId(
                        one.text("host", ""),
                        one.text("boot", ""),
                        one.text("namespace", ""),
                        one.requiredNumber("pid"),
                        one.text("start", "")))
                .filter(process -> request.local() || !ProcessTable.system().covers(process))
                .toList();
    }

    /** Returns the id in the store of an owner with this id at the caller. */
    public static String ownerId(Caller caller, String id) {
        return Owner.of(caller.signedIn() ? prefix(caller) + id : id).id();
    }

    /** Returns the caller's own id for an owner in the store. */
    static String givenId(Caller caller, String ownerId) {
        String prefix = caller.signedIn() ? prefix(caller) : "";
        return caller.signedIn() && ownerId.startsWith(prefix) ? ownerId.substring(prefix.length()) : ownerId;
    }

    /** Returns the prefix of the caller's owner ids. It differs between callers, and between sessions of one caller. */
    public static String prefix(Caller caller) {
        String session = caller.session();
        return caller.name().replace("%", "%25").replace(":", "%3A") + ':' + (session.isEmpty() ? "" : session + '/');
    }

    /** Returns whether the owner belongs to the caller's user. */
    public static boolean isOwn(Caller caller, Owner owner) {
        return caller.signedIn() && owner.user().equals(caller.name());
    }

    /** Returns the receipt in the store for the caller's receipt. */
    public static Receipt receipt(Caller caller, Receipt shown) {
        if (!caller.signedIn()) {
            return shown;
        }
        return made("receipt", caller.name(), HexFormat.of().formatHex(shown.secret()), shown.resource());
    }

    /** Returns the receipt for an idempotency key. It is the same for each repetition, on every server. */
    public static Receipt repeatable(Caller caller, String key, String resource) {
        return made("key", caller.name(), key, resource);
    }

    /** Returns the receipt of a user for a key within another tool. It is the same for each repetition, on every server. */
    public static Receipt ofTool(String user, String tool, String key, String resource) {
        return made("tool " + tool, user, key, resource);
    }

    private static Receipt made(String what, String user, String from, String resource) {
        byte[] hash = Sha256.of((what + '\0' + user + '\0' + from).getBytes(StandardCharsets.UTF_8));
        return Receipt.of(resource, Arrays.copyOf(hash, SECRET_BYTES));
    }

    /** Returns the author of a draft: the caller, or without sign-in the one that the request names. */
    public static String author(Caller caller, @Nullable String named) {
        if (!caller.signedIn()) {
            return named == null ? "" : Bounds.text("An author", named, Bounds.PERSON);
        } else if (named == null || named.equals(caller.name())) {
            return caller.name();
        }
        throw new Problem(403, "Not permitted", "Only its author may use a draft, and you are not the author.");
    }
}
