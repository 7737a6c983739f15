package dev.holdfast.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Creates the folder of a test under a short path, since the path of a Unix socket has at most about 100 bytes. */
public final class ShortFolder implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension) throws IOException {
        Path usual = Path.of("/tmp");
        return Files.isWritable(usual) ? Files.createTempDirectory(usual, "hf") : Files.createTempDirectory("hf");
    }
}
