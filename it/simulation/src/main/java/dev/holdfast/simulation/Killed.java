package dev.holdfast.simulation;

/** Unwinds the thread of a program that was killed, or of a schedule that is over. Not for anybody to catch. */
final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
        super("This simulated thread has ended.", null, false, false);
    }
}
