package dev.holdfast.config.internal;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the text of a file written by people, and says in a sentence why it cannot be read. */
public final class ConfigFile {
    private ConfigFile() {}

    /**
     * Returns the text of the file.
     *
     * @throws NoSuchFileException if there is none
     * @throws ConfigMistake if it cannot be read or is not text
     */
    public static String text(Path file) throws NoSuchFileException {
        try {
            return SmallFile.read(file);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (CharacterCodingException e) {
            throw new ConfigMistake(file + " is not text in UTF-8; save it as such.");
        } catch (IOException e) {
            throw new ConfigMistake(
                    file + " cannot be read (" + SmallFile.reason(e) + "); make it readable or remove it.");
        }
    }
}
