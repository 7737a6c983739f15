package dev.holdfast.testkit;

/** A part of the manager's contract that moves the clock of the store. */
interface FakeTimePart extends ManagerPart {
    FakeTime time();
}
