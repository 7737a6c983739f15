package dev.holdfast.example.play.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a game each, in which Anna plays the smuggler. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class InGame {
    @TempDir
    Path folder;

    Game game;
    Player anna;
    SceneCharacter smuggler;

    /** The same with Ben, who plays the keeper in the same scene. */
    abstract static class WithBen extends InGame {
        Player ben;
        SceneCharacter keeper;

        @BeforeEach
        void letBenJoin() throws Exception {
            ben = game.join("Ben");
            keeper = game.cast("The keeper", ben);
        }
    }

    @BeforeEach
    void startGame() throws Exception {
        game = Game.in(folder);
        anna = game.join("Anna");
        smuggler = game.cast("The smuggler", anna);
    }

    @AfterEach
    void endGame() {
        game.close();
    }
}
