package dev.holdfast.example.newsroom.web;

/** A request for an article that another editor has. */
record Ask(long article, String name) {}
