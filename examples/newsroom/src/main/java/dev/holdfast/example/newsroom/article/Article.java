package dev.holdfast.example.newsroom.article;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An article with all that belongs to it: edited, locked and saved as one.
 *
 * @param metadata what readers do not see as text
 * @param revision grows by one with every save
 * @param savedBy who saved it last
 */
public record Article(
        long id,
        String headline,
        List<Section> sections,
        List<String> tags,
        Metadata metadata,
        long revision,
        @Nullable String savedBy,
        @Nullable Instant savedAt) {

    /**
     * A part of the text.
     *
     * @param id its own, by which it is known everywhere; 0 if it is new
     */
    public record Section(long id, String title, String text) {}

    /** The desk and byline of an article. */
    public record Metadata(String desk, String byline) {}

    Article saved(List<Section> newSections, String who, Instant when) {
        return new Article(id, headline, newSections, tags, metadata, revision + 1, who, when);
    }
}
