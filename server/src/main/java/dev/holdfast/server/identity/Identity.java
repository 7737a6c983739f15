package dev.holdfast.server.identity;

import dev.holdfast.Receipt;
import dev.holdfast.process.ProcessTable;
import dev.holdfast.rules.Bounds;
import dev.holdfast.rules.Owner;
import dev.holdfast.rules.ProcessId;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.JsonBody;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.http.Request;
import dev.holdfast.store.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names under which a caller's owners and receipts are kept. Those of somebody who signed in are bound to the sign-in: what
 * another knows of them leads nowhere. Without sign-in they are kept as they are given.
 */
public final class Identity {
    private static final int DIGITS = 32;
    private static final String PROCESSES = "processes";

    private Identity() {}

    /** Who is to hold, as the request says and the sign-in allows. */
    public static Owner owner(Request request, JsonBody given) {
        Caller caller = request.caller();
        String id = given.requiredText("id");
        List<ProcessId> processes = processes(request, given);
        Owner owner = Owner.of(ownerId(caller, id));
        return caller.signedIn()
                ? owner.named(name(caller, given)).user(caller.name()).bound(processes)
                : owner.named(given.text("name", id))
                        .user(given.text("user", ""))
                        .bound(processes);
    }

    /** Returns the name that others see. Programs of one account may have names of their own, with the account's behind. */
    private static String name(Caller caller, JsonBody given) {
        String own = given.text("name", caller.display());
        String both = own + " (" + caller.display() + ")";
        return caller.isAccount() && !own.equals(caller.display()) && both.length() <= Bounds.PERSON
                ? both
                : caller.display();
    }

    /**
     * Returns the processes that a hold is bound to; none if nothing is said of them. A caller on another machine cannot name
     * those of this one: how its hold is judged would tell which are there.
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

    /** The id under which an owner is kept that the caller calls so. */
    public static String ownerId(Caller caller, String id) {
        return Owner.of(caller.signedIn() ? prefix(caller) + id : id).id();
    }

    /** What the caller calls an owner of its own. */
    static String givenId(Caller caller, String ownerId) {
        String prefix = caller.signedIn() ? prefix(caller) : "";
        return caller.signedIn() && ownerId.startsWith(prefix) ? ownerId.substring(prefix.length()) : ownerId;
    }

    /** With which the ids of a caller's owners begin. Two callers never have the same, and two sessions of one do not. */
    public static String prefix(Caller caller) {
        String session = caller.session();
        return caller.name().replace("%", "%25").replace(":", "%3A") + ':' + (session.isEmpty() ? "" : session + '/');
    }

    /** Whether it is an owner of the person or program that signed in, by whatever way. */
    public static boolean isOwn(Caller caller, Owner owner) {
        return caller.signedIn() && owner.user().equals(caller.name());
    }

    /** The receipt under which a hold is kept whose receipt the caller knows. */
    public static Receipt receipt(Caller caller, Receipt shown) {
        if (!caller.signedIn()) {
            return shown;
        }
        return made("receipt", caller, shown.text().substring(0, DIGITS), shown.resource());
    }

    /** The receipt for a request with that key: the same each time it is repeated, on every server, with nothing remembered. */
    public static Receipt repeatable(Caller caller, String key, String resource) {
        return made("key", caller, key, resource);
    }

    private static Receipt made(String what, Caller caller, String from, String resource) {
        byte[] hash = Sha256.of((what + '\0' + caller.name() + '\0' + from).getBytes(StandardCharsets.UTF_8));
        return Receipt.parse(HexFormat.of().formatHex(hash).substring(0, DIGITS) + '.' + resource);
    }

    /** Whose draft is meant: the caller's own, or where nobody signs in that of whom the request names. */
    public static String author(Caller caller, @Nullable String named) {
        if (!caller.signedIn()) {
            return named == null ? "" : Bounds.text("An author", named, Bounds.PERSON);
        } else if (named == null || named.equals(caller.name())) {
            return caller.name();
        }
        throw new Problem(403, "Not permitted", "A draft is for its author alone, and that one is not yours.");
    }
}
