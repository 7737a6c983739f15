package dev.holdfast.torture.judge;

import dev.holdfast.Mode;
import dev.holdfast.torture.history.Operation;

/**
 * One resource in the hands of one handle.
 *
 * @param grant the operation that gave it
 * @param believed the last moment for which its worker found that it holds; 0 if it never did. The hold must have lasted from
 *     the end of the grant until then, unless another ended it by force
 * @param ended a moment after which the handle was released or lost for certain; {@link Long#MAX_VALUE} if there is none
 */
record Tenure(Operation grant, String resource, long fence, long believed, long ended) {
    long granted() {
        return grant.end();
    }

    String owner() {
        return grant.owner();
    }

    Mode mode() {
        return grant.mode();
    }

    /** Returns whether both are entries into one hold. */
    boolean sameHold(Tenure other) {
        return fence == other.fence && resource.equals(other.resource) && owner().equals(other.owner());
    }

    /** Returns whether both may be held at the same time. */
    boolean besides(Tenure other) {
        return mode().besides(other.mode());
    }

    Tenure believedUntil(long moment) {
        return new Tenure(grant, resource, fence, moment, ended);
    }

    @Override
    public String toString() {
        return resource + " fence " + fence + (believed == 0 ? " never found held" : " found held until " + believed)
                + " by " + grant;
    }
}
