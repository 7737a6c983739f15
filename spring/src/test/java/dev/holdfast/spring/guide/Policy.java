package dev.holdfast.spring.guide;

/** What is edited. */
public record Policy(long id, String text) {}
