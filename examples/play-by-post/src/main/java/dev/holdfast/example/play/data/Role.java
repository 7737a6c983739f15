package dev.holdfast.example.play.data;

/**
 * A character of a scene.
 *
 * @param userId who plays it
 */
public record Role(String id, String sceneId, String userId, String name) {}
