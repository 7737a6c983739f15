package dev.holdfast.session;

/**
 * The row was written by somebody who got the lock later: it was lost in the meantime, and what comes now is too late. Nothing
 * was changed.
 */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String resource;

    public StaleFenceException(String resource, long fence) {
        super(resource + " was written under a later lock than the one with the fence " + fence
                + ", or is not there any more. Nothing was changed: load it again.");
        this.resource = resource;
    }

    public String resource() {
        return resource;
    }
}
