package dev.holdfast.store.file.project;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Sentences for people that a program has yet to show. If none does, the oldest are forgotten. */
final class Warnings {
    private static final int MAX_WAITING = 100;

    private final Deque<String> waiting = new ArrayDeque<>();

    void add(String sentence) {
        if (waiting.size() == MAX_WAITING) {
            waiting.removeFirst();
        }
        waiting.addLast(sentence);
    }

    /** Returns all sentences that are waiting, oldest first; they are not returned again. */
    List<String> drain() {
        List<String> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
