package dev.holdfast.example.play.data;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a scene, told by a character.
 *
 * @param number counts up within its scene
 * @param characterId null if the character is gone
 * @param userId who wrote it; null if that one is gone
 */
public record Post(
        String id,
        String sceneId,
        long number,
        @Nullable String characterId,
        String characterName,
        @Nullable String userId,
        Text text,
        long createdAt) {

    /** Returns the same with another number. */
    Post numbered(long other) {
        return new Post(id, sceneId, other, characterId, characterName, userId, text, createdAt);
    }

    /** The text of its author. */
    public record Text(
            String content,
            @Nullable String intention,
            @Nullable Long modifier,
            boolean hidden) {}
}
