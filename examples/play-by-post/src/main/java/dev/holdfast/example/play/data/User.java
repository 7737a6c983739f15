package dev.holdfast.example.play.data;

/** A player. */
public record User(String id, String name) {}
