package dev.holdfast.store.etcd;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** The meaning of a failed call, in one sentence with what to do. */
record EtcdFailure(EtcdAddress address) {
    /** @param doubtful whether it was to change something, and the server can have seen it */
    StoreException of(Status status, boolean doubtful) {
        StoreException refusal = refusal(status);
        if (refusal != null) {
            return refusal;
        }
        Throwable cause = status.asRuntimeException();
        if (doubtful) {
            return new OutcomeUnknownException(
                    "The answer of etcd at " + address.hosts() + " got lost (" + words(status)
                            + "): whether the change was made shows when it is settled.",
                    cause);
        }
        return new StoreUnreachableException(unreached(status), cause);
    }

    private String unreached(Status status) {
        String words = words(status);
        if (noLeader(status)) {
            return "The etcd servers at " + address.hosts()
                    + " have no leader: more than half of them must run and reach each other; try again when they do.";
        }
        String tls = address.tls()
                ? ": check that it runs, that it speaks TLS, and that its certificate is one to trust."
                : ": check that it runs and that the address is right; if it speaks TLS, begin the address with etcds://.";
        return "etcd at " + address.hosts() + " cannot be reached (" + words + ")" + tls;
    }

    /** Returns the exception for an answer of a server that has read the request and did nothing; null for everything else. */
    private @Nullable StoreException refusal(Status status) {
        String why = String.valueOf(status.getDescription());
        String user = address.parts().user();
        String says = null;
        if (why.contains("authentication failed") || why.contains("user name not found")) {
            says = "etcd at " + address.hosts() + " does not accept user " + user
                    + " with the given password: correct it in" + " the address.";
        } else if (why.contains("user name is empty")) {
            says = "etcd at " + address.hosts() + " asks for a login: write etcd://user:password@… in the address.";
        } else if (why.contains("permission denied")) {
            says = "User " + user + " of etcd at " + address.hosts() + " may not read and write the keys below "
                    + address.prefix() + "/: give a role of that user the permission readwrite on that prefix.";
        } else if (why.contains("database space exceeded")) {
            says = "etcd at " + address.hosts()
                    + " is full: compact and defragment it, disarm its alarm, and let it compact by itself.";
        } else if (why.contains("request is too large") || why.contains("received message larger than max")) {
            says = "etcd at " + address.hosts()
                    + " takes no record as large as this one: start it with a larger --max-request-bytes.";
        } else if (why.contains("too many operations in txn")) {
            says = "etcd at " + address.hosts()
                    + " allows fewer operations in a transaction than Holdfast needs: start it with --max-txn-ops 128 or more.";
        } else if (status.getCode() == Status.Code.UNIMPLEMENTED) {
            says = "The server at " + address.hosts() + " is not an etcd of version 3.4 or later: check the address.";
        }
        if (says != null) {
            return new StoreUnwritableException(says, status.asRuntimeException());
        }
        if (noLeader(status) || why.contains("etcdserver: too many requests")) {
            return new StoreUnreachableException(unreached(status), status.asRuntimeException());
        }
        return null;
    }

    /** Returns whether a server turned a request away since it sees no leader. */
    static boolean noLeader(Status status) {
        return String.valueOf(status.getDescription()).contains("etcdserver: no leader");
    }

    private static String words(Status status) {
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            return "no answer in time";
        }
        Throwable cause = status.getCause();
        String own = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        String root = "";
        while (cause != null) {
            root = cause.getMessage() == null ? root : cause.getMessage();
            cause = cause.getCause();
        }
        String words = root.isEmpty() ? own : root;
        int line = words.indexOf('\n');
        return line < 0 ? words : words.substring(0, line);
    }
}
