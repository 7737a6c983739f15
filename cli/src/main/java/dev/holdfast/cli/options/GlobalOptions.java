package dev.holdfast.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command, before or after its name. */
public final class GlobalOptions {
    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = "Where the locks are, such as file:.locks or sqlite:locks.db, or a server.")
    private @Nullable String store;

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "Who acts; otherwise HOLDFAST_OWNER, or this terminal.")
    private @Nullable String owner;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    @Option(names = "--no-input", description = "Never ask, also at a terminal.")
    private boolean noInput;

    @Option(
            names = {"-q", "--quiet"},
            description = "No messages except for failures; the exit code tells the rest.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also say which project, store and owner are used.")
    private boolean verbose;

    @Option(names = "--trust", description = "Trust the store and the server that holdfast.yaml names, this once.")
    private boolean trust;

    @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto", description = "always, never or auto.")
    private String color = "auto";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    /** Returns the options of a call that asks the user nothing. */
    public static GlobalOptions withoutQuestions(@Nullable String store, @Nullable String owner) {
        GlobalOptions options = new GlobalOptions();
        options.store = store;
        options.owner = owner;
        options.noInput = true;
        return options;
    }

    public @Nullable String store() {
        return store;
    }

    public @Nullable String owner() {
        return owner;
    }

    public boolean json() {
        return json;
    }

    public boolean noInput() {
        return noInput;
    }

    public boolean quiet() {
        return quiet;
    }

    public boolean verbose() {
        return verbose;
    }

    public boolean trust() {
        return trust;
    }

    public String color() {
        return color;
    }
}
