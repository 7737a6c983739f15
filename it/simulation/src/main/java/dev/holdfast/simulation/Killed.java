package dev.holdfast.simulation;

/** The error that unwinds the thread of a program that was killed, or of a schedule that is over. No code catches it. */
final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
        super("This simulated thread has ended.", null, false, false);
    }
}
