package dev.holdfast.example.play.api;

/** A character of a scene. */
record SceneCharacter(String sceneId, String characterId, String name) {

    /** The path of the calls about it. */
    String path(String rest) {
        return "/play/scenes/" + sceneId + "/characters/" + characterId + rest;
    }

    /** What its lock is called where everybody may compose at once. */
    String resource() {
        return "scene/" + sceneId + "/character/" + characterId;
    }

    /** What its lock is called where only one may at a time. */
    String turn() {
        return "scene/" + sceneId + "/turn/" + characterId;
    }
}
