package dev.holdfast.store.redis;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import io.lettuce.core.RedisCommandExecutionException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The meaning of the errors of Redis and of the connection for the caller of the store. */
final class RedisFailure {
    private final RedisSettings settings;
    private final String where;

    RedisFailure(RedisSettings settings) {
        this.settings = settings;
        this.where = settings.place();
    }

    /** Returns the exception for a failure before anything was sent, or of a call that changes nothing. */
    StoreException unchanged(Throwable failure) {
        RedisCommandExecutionException refusal = find(failure, RedisCommandExecutionException.class);
        if (refusal != null) {
            StoreException known = refused(refusal);
            return known != null ? known : strange(refusal);
        }
        if (find(failure, TimeoutException.class) != null) {
            return unreachable(
                    "does not answer within " + settings.timeout().toMillis()
                            + " ms: see whether it is overloaded or unreachable"
                            + (settings.tls() ? ", or has no TLS and wants redis://" : "") + ", and try again",
                    failure);
        }
        return unconnected(failure);
    }

    /** Returns the exception for a failure after a change was sent: only an answer proves that nothing was changed. */
    StoreException ofChange(Throwable failure) {
        RedisCommandExecutionException refusal = find(failure, RedisCommandExecutionException.class);
        StoreException known = refusal == null ? null : refused(refusal);
        return known != null ? known : unknown("did not answer whether the change was made", failure);
    }

    OutcomeUnknownException unknown(String what, @Nullable Throwable failure) {
        return new OutcomeUnknownException(
                where + " " + what + ": that shows when it is settled, or look before trying again.", failure);
    }

    StoreUnreachableException unreachable(String what, @Nullable Throwable failure) {
        return new StoreUnreachableException(where + " " + what + ".", failure);
    }

    StoreUnwritableException unwritable(String what, @Nullable Throwable failure) {
        return new StoreUnwritableException(where + " " + what + ".", failure);
    }

    /**
     * Returns whether the driver knows why it has no connection. It does not if the server closes one immediately, and now and
     * then not if the server refuses the password.
     */
    static boolean saysWhy(Throwable failure) {
        String said = text(failure);
        return !said.contains("RedisHandshakeHandler not registered")
                && !said.contains("Connection closed prematurely");
    }

    private StoreException unconnected(Throwable failure) {
        if (find(failure, UnknownHostException.class) != null
                || find(failure, UnresolvedAddressException.class) != null) {
            return unreachable("cannot be found: correct the name of the host in the address", failure);
        }
        if (find(failure, SSLException.class) != null) {
            return unreachable(
                    "and this program cannot agree on TLS (" + text(failure)
                            + "): write redis:// if the server has none,"
                            + " or name its certificate authority by the option ca",
                    failure);
        }
        String said = text(failure);
        if (said.contains("Connection refused")) {
            return unreachable(
                    "cannot be reached, since no server listens there: start it or correct the address", failure);
        }
        if (find(failure, io.lettuce.core.protocol.RedisProtocolException.class) != null) {
            return unreachable(
                    "answers in a language that is not that of Redis: correct the port in the address, and write rediss://"
                            + " if it wants TLS",
                    failure);
        }
        return unreachable(
                "broke off the connection (" + said
                        + "): see whether it runs, whether that port is its own, and whether it"
                        + " wants TLS (rediss://), and try again",
                failure);
    }

    private StoreUnwritableException strange(RedisCommandExecutionException refusal) {
        return unwritable("refuses with '" + refusal.getMessage() + "': see its log and its configuration", refusal);
    }

    /** Returns the exception for a refusal, or null if it does not show what the server did. */
    private @Nullable StoreException refused(RedisCommandExecutionException refusal) {
        String said = String.valueOf(refusal.getMessage());
        if (said.startsWith("WRONGPASS") || said.contains("invalid password")) {
            return unwritable("does not know that user with that password: correct them in the address", refusal);
        }
        if (said.startsWith("NOAUTH")) {
            return unwritable("wants a password: write it into the address as redis://user:password@…", refusal);
        }
        if (said.contains("without any password configured") || said.contains("no password is set")) {
            return unwritable("has no password: leave it out of the address", refusal);
        }
        if (said.startsWith("NOPERM")
                || said.contains("this user has no permissions")
                || said.contains("can't run this")
                || said.contains("can't access at least")
                || said.contains("can't publish to")) {
            return unwritable(
                    "does not give this user all rights that are needed; have it set by ACL SETUSER name "
                            + rights(settings),
                    refusal);
        }
        if (settings.elected() && isElsewhere(refusal)) {
            return unreachable("is being replaced by another server (" + said + "): try again in a moment", refusal);
        }
        if (said.contains("READONLY ")) {
            return unwritable("is a replica, which takes no changes: name its master in the address", refusal);
        }
        if (said.contains("OOM ")) {
            return unwritable("has no memory left: raise maxmemory or delete what is not needed", refusal);
        }
        if (said.contains("MISCONF ")) {
            return unwritable(
                    "takes no changes, since it cannot save them: see its log and the room on its disk", refusal);
        }
        if (said.contains("WRONGTYPE ")) {
            return unwritable(
                    "has other things under keys that begin with " + settings.tag()
                            + ": choose another by the option prefix",
                    refusal);
        }
        if (said.contains("DB index") || said.contains("SELECT is not allowed")) {
            return unwritable(
                    "has no database " + settings.database() + ": correct the number in the address", refusal);
        }
        if (said.startsWith("MOVED ") || said.startsWith("ASK ")) {
            return unwritable(
                    "keeps these keys on another node of its cluster (" + said
                            + "): begin the address with redis-cluster://",
                    refusal);
        }
        if (said.startsWith("LOADING")) {
            return unreachable("is still loading its data: try again in a moment", refusal);
        }
        if (said.startsWith("BUSY ")) {
            return unreachable("is busy with a long script: wait for it or end it with SCRIPT KILL", refusal);
        }
        if (said.contains("MASTERDOWN")
                || said.contains("CLUSTERDOWN")
                || said.contains("TRYAGAIN")
                || said.contains("NOREPLICAS")
                || said.contains("max number of clients")) {
            return unreachable("takes no part now (" + said + "): try again in a moment", refusal);
        }
        return null;
    }

    /** Returns whether the server says that another one takes changes now. */
    static boolean isElsewhere(Throwable failure) {
        RedisCommandExecutionException refusal = find(failure, RedisCommandExecutionException.class);
        String said = refusal == null ? "" : String.valueOf(refusal.getMessage());
        return said.contains("READONLY ") || said.startsWith("MOVED ") || said.startsWith("ASK ");
    }

    /** Returns the rights that suffice, as ACL SETUSER takes them. */
    static String rights(RedisSettings settings) {
        return "~" + settings.tag() + ":* &" + settings.tag() + ":changes"
                + " +info +config|get +time +eval +evalsha +hmget +hget +hset +hdel +zadd +zrem"
                + " +zrangebylex +zrangebyscore +publish +subscribe +wait"
                + (settings.database() == 0 ? "" : " +select")
                + (settings.kind() == RedisSettings.Kind.CLUSTER ? " +cluster|slots" : "");
    }

    private static String text(Throwable failure) {
        Throwable last = failure;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }
}
