package dev.holdfast.internal.json;

/**
 * A value that is written as JSON already. It is copied into the text of the object that it is a part of.
 *
 * @param text one complete JSON value
 */
public record JsonFragment(String text) {}
