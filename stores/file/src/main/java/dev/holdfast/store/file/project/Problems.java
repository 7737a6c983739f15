package dev.holdfast.store.file.project;

import java.util.ArrayList;
import java.util.List;

/** The problems of a document, in sentences for people. Only the first ones are kept, since one mistake can occur 50,000 times. */
final class Problems {
    static final int MAX_SENTENCES = 20;

    private final List<String> sentences = new ArrayList<>();
    private int more;

    void add(String sentence) {
        if (sentences.size() < MAX_SENTENCES) {
            sentences.add(sentence);
        } else {
            more++;
        }
    }

    List<String> sentences() {
        if (more == 0) {
            return List.copyOf(sentences);
        }
        List<String> all = new ArrayList<>(sentences);
        all.add("There are " + more + " more problems of this kind.");
        return all;
    }
}
