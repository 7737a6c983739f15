package dev.holdfast.cli.project;

import dev.holdfast.config.internal.YamlValue;
import java.util.List;
import java.util.stream.Stream;

/** Reads which pages to serve besides those of the server, and which other pages may use it. */
record WebReader(ServeReader serve) {
    private static final String EXAMPLE = "https://app.example.org";

    /** @param signIn whether users sign in */
    ServeSettings.Web web(boolean signIn) {
        String folder = serve.text("pages", "web", "");
        YamlValue said = serve.said("origins");
        List<String> origins = said == null ? List.of() : origins(said);
        if (said != null && !origins.isEmpty() && !signIn) {
            throw said.mistake("Pages of other origins come in by token, so users must sign in: set sign-in.tokens:"
                    + " true, or name no origins.");
        }
        return new ServeSettings.Web(folder.isEmpty() ? null : serve.path("pages", folder), origins);
    }

    /** Reads a list of the file, or a text with commas. */
    private static List<String> origins(YamlValue said) {
        List<YamlValue> values = said.isList() ? said.list(EXAMPLE) : List.of(said);
        return values.stream()
                .flatMap(value -> Stream.of(value.text(EXAMPLE).split(",")))
                .map(String::strip)
                .toList();
    }
}
