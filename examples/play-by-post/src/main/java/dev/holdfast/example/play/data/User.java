package dev.holdfast.example.play.data;

/** Somebody who plays. */
public record User(String id, String name) {}
