package dev.holdfast.store.sql.h2;

import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.FileRights;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes the folder and the file of a database, readable by those who may read the folder. */
final class H2Folder {
    private H2Folder() {}

    static void create(H2Place place) {
        Path file = place.dataFile();
        if (file == null || Files.exists(file)) {
            return;
        }
        try {
            Path folder = file.getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder, FileRights.ofFolder());
                FileRights.share(folder);
            }
            Files.createFile(file, FileRights.ofFile());
            FileRights.share(file);
        } catch (FileAlreadyExistsException e) {
            return; // another thread was quicker
        } catch (IOException e) {
            throw new StoreUnwritableException(
                    file + " cannot be made (" + e.getMessage() + "): choose a folder that you may write to.", e);
        }
    }
}
