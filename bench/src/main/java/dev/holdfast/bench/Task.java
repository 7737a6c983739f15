package dev.holdfast.bench;

/** The work that one thread repeats while it is measured. */
interface Task {
    void once() throws Exception;
}
