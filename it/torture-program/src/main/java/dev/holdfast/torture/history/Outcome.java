package dev.holdfast.torture.history;

/** The way in which an operation ended. */
public enum Outcome {
    /** It never ended: its process was killed. */
    OPEN,
    GRANTED,
    REFUSED,
    DONE,
    /** The hold was gone. */
    LOST,
    /** The store could not be reached. */
    FAILED,
    /** The store may have done it or not. */
    UNKNOWN,
    /** An exception that no caller has to expect. */
    ERROR
}
