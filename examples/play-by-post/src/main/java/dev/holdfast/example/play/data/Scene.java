package dev.holdfast.example.play.data;

/**
 * A place in the story.
 *
 * @param gameMaster the id of the user who leads it
 * @param oneAtATime whether only one of its characters may have an author at a time; chosen when it is created
 */
public record Scene(String id, String title, String gameMaster, boolean oneAtATime) {}
