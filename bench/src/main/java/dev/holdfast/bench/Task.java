package dev.holdfast.bench;

/** What one thread does over and over while it is measured. */
interface Task {
    void once() throws Exception;
}
