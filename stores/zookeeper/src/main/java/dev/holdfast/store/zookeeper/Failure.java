package dev.holdfast.store.zookeeper;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** The failures of ZooKeeper, each as one sentence with its cause and what to do. */
final class Failure {
    private Failure() {}

    static StoreUnreachableException unreachable(Settings where, @Nullable String why, @Nullable Throwable cause) {
        return new StoreUnreachableException(
                "ZooKeeper cannot be reached at " + where + ": " + why
                        + "; check the address, and that more than half of its servers run.",
                cause);
    }

    static OutcomeUnknownException unknown(Settings where, String why) {
        return new OutcomeUnknownException(
                "The answer of ZooKeeper at " + where + " got lost (" + why
                        + "): the change may have been made or not; look before trying again.",
                null);
    }

    static StoreUnwritableException unwritable(Settings where, String what) {
        return new StoreUnwritableException("The locks at " + where + " cannot be used: " + what, null);
    }

    static StoreUnwritableException damaged(Settings where, String node) {
        return unwritable(
                where,
                "the node " + node
                        + " is not as Holdfast left it; restore it from a backup, or remove the path and all below it"
                        + " while no program uses it.");
    }

    /** Returns the exception for a failure that the server reported, and that changed nothing. */
    static StoreException of(Settings where, int code, @Nullable String node) {
        Code known = Code.get(code);
        String at = node == null ? "" : " " + node;
        if (known == null) {
            return unwritable(where, "ZooKeeper answered with the unknown code " + code + at + ".");
        }
        return switch (known) {
            case NOAUTH ->
                unwritable(
                        where,
                        who(where) + " has no right to" + (node == null ? " that node" : at)
                                + "; check user and password, or let its owner give the rights"
                                + " (create, read, write, delete) by its ACL.");
            case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
                unwritable(where, "the servers refuse " + who(where) + "; check user and password.");
            case QUOTAEXCEEDED ->
                unwritable(where, "the quota of the path is used up" + at + "; raise it by setquota, or remove nodes.");
            case THROTTLEDOP -> unreachable(where, "it has more to do than it can", null);
            case NONODE -> damaged(where, node == null ? "that was asked for" : node);
            default -> unwritable(where, "ZooKeeper answered " + known + at + ".");
        };
    }

    private static String who(Settings where) {
        return where.owned() ? "the user '" + where.address().user() + "'" : "a client without user and password";
    }
}
