package dev.holdfast.example.play.web;

import dev.holdfast.server.pages.Pages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The files of the page: all that lie in the folder {@code pages} of the resources, under their own names. */
final class PageFiles {
    private static final String FOLDER = "/dev/holdfast/example/play/pages/";
    private static final String INDEX = FOLDER + "index.html";

    private PageFiles() {}

    static Pages pages() {
        Pages pages = new Pages(PageFiles.class).at("/", INDEX);
        for (String name : names()) {
            pages.at("/" + name, FOLDER + name);
        }
        return pages;
    }

    private static List<String> names() {
        URL index = PageFiles.class.getResource(INDEX);
        if (index == null) {
            throw new IllegalStateException(INDEX + " is missing.");
        }
        try {
            URI place = index.toURI();
            if (!"jar".equals(place.getScheme())) {
                return names(Path.of(place));
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return names(jar.provider().getPath(place));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("Not a place: " + index, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(Path index) throws IOException {
        Path folder = Objects.requireNonNull(index.getParent());
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }
}
