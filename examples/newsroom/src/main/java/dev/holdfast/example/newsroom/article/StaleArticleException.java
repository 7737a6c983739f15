package dev.holdfast.example.newsroom.article;

/** Thrown if another editor saved the article after it was loaded; nothing was changed. */
public final class StaleArticleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StaleArticleException(long article) {
        super("Article " + article + " was saved by another editor after you loaded it: load it again.");
    }
}
