package dev.holdfast;

/** The hold is not there any more, so it cannot be used. The message says what became of it, if that is known. */
public final class LockLostException extends HoldfastException {
    private static final long serialVersionUID = 1;

    private final transient Loss loss;

    /** Makes an exception from the reason of the loss. */
    public LockLostException(Loss loss) {
        super(loss.sentence(), null);
        this.loss = loss;
    }

    /** Returns the reason of the loss. */
    public Loss loss() {
        return loss;
    }
}
