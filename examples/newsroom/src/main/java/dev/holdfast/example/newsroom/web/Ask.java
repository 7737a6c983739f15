package dev.holdfast.example.newsroom.web;

/** Somebody would like to have an article that somebody else is editing. */
record Ask(long article, String name) {}
