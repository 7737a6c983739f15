package dev.holdfast.internal.storage;

import dev.holdfast.StoreException;

/**
 * The store's own files came with a clone or belong to another user, and no person has accepted them yet. They were neither read
 * nor changed.
 */
public final class UntrustedSidecarException extends StoreException {
    private static final long serialVersionUID = 1;

    private final String folder;

    /**
     * @param folder the folder with the store's own files
     * @param why as part of a sentence
     */
    public UntrustedSidecarException(String folder, String why) {
        super(
                "The lock store's own files in " + folder + " are not trusted, because " + why
                        + ". They were not read. Look at them; accept them with holdfast trust, or remove the folder with"
                        + " rm -r.",
                null);
        this.folder = folder;
    }

    /** Returns the folder with the store's own files. */
    public String folder() {
        return folder;
    }
}
