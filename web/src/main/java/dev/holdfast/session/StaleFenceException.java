package dev.holdfast.session;

/** Thrown if the row was written under a later lock: the own lock was lost in the meantime. Nothing was changed. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String resource;

    /** Makes an exception for a write under an old fence. */
    public StaleFenceException(String resource, long fence) {
        super(resource + " was written under a later lock than the one with the fence " + fence
                + ", or does not exist any more. Nothing was changed. Load it again.");
        this.resource = resource;
    }

    /** Returns the resource whose fence is too old. */
    public String resource() {
        return resource;
    }
}
