package dev.holdfast.cli.command;

import dev.holdfast.Preset;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.cli.context.CommandContext;
import dev.holdfast.cli.install.Installation;
import dev.holdfast.cli.install.LfsFiles;
import dev.holdfast.cli.project.Project;
import dev.holdfast.internal.base.FileRights;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.store.file.project.GitIgnore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sets a project up; repeatable. */
@Command(
        name = "init",
        description = "Creates holdfast.yaml, the registry and the line in .gitignore, as far as they are missing.",
        footer = {"holdfast init", "holdfast init --preset book", "holdfast init --git-lfs"})
final class InitCommand extends HoldfastCommand {
    private static final String LOCKS = ".locks";
    // From the top: a way up (..) leads nowhere inside of a jar.
    private static final String TEMPLATES = "/dev/holdfast/cli/presets/";

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            description = "What kind of project it is: book, board, resume, offline or compose.")
    private @Nullable String preset;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "Share the locks of a project's folder with this group of users; before their first use.")
    private @Nullable String group;

    @Option(
            names = "--git-lfs",
            description = "Let Git LFS ask for locks before a push, and make the declared files lockable.")
    private boolean lfs;

    private final List<String> made = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    @Override
    protected int run(CommandContext context) {
        String template = preset == null ? "default" : Preset.named(preset).label();
        Project project = context.project();
        if (!context.options().json()) {
            context.out().println("Project " + project.root());
        }
        try {
            configure(context, project, template);
            Optional<Path> store = context.storePath();
            if (store.filter(path -> path.startsWith(project.shared().resolve(LOCKS)))
                    .isPresent()) {
                ignore(context, project);
            }
            boolean there = store.filter(Files::exists).isPresent();
            if (group != null) {
                share(folder(context.storeAddress().toString(), store), group);
            }
            if (lfs) {
                lfs(context, project);
            }
            context.manager().list("");
            tell(
                    context,
                    there,
                    store.map(path -> shown(project.shared(), path))
                            .orElseGet(() -> context.storeAddress().toString()));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "The project cannot be set up (" + e + "): make " + project.root() + " writable.");
        }
        if (context.options().json()) {
            context.answer(new JsonAnswer()
                    .with("project", project.root().toString())
                    .with("store", context.storeAddress().toString())
                    .with("preset", context.preset().label())
                    .with("made", made)
                    .with("kept", kept));
        }
        return ExitCode.DONE;
    }

    private void configure(CommandContext context, Project project, String template) throws IOException {
        Path file = project.configurationFile();
        try (InputStream content = InitCommand.class.getResourceAsStream(TEMPLATES + template + ".yaml")) {
            if (content == null) {
                throw new IllegalStateException("The template " + template + " is missing.");
            }
            Files.copy(content, file);
            project.trustOwn();
            tell(context, false, shown(project.root(), file));
        } catch (FileAlreadyExistsException e) {
            tell(context, true, shown(project.root(), file));
        }
    }

    private void lfs(CommandContext context, Project project) {
        Installation installation = new Installation();
        // Of the file that may have been made just now.
        List<String> patterns = Project.of(context.environment()).lockablePatterns();
        new LfsFiles(project.root()).install(patterns, installation);
        installation.made().forEach(file -> tell(context, false, shown(project.root(), Path.of(file))));
        installation
                .changed()
                .forEach(file -> tell(context, false, "lines in " + shown(project.root(), Path.of(file))));
        installation.kept().forEach(file -> tell(context, true, shown(project.root(), Path.of(file))));
        context.say("holdfast: Name the server once: git config -f .lfsconfig lfs.url"
                + " https://SERVER/git/REPOSITORY/info/lfs");
        if (patterns.isEmpty()) {
            context.say(
                    "holdfast: No file is lockable yet, since holdfast.yaml declares no resources. Add lines such as"
                            + " '*.png lockable' to .gitattributes.");
        }
    }

    /** Returns the folder that has all files of the store. */
    private static Path folder(String address, Optional<Path> store) {
        // The path of a registry is its file.
        Optional<Path> folder = address.startsWith("file:") ? store.map(Path::getParent) : store;
        return folder.filter(path -> address.matches("(file|files|dir):.*"))
                .orElseThrow(() ->
                        CommandFailure.usage("--group is for locks in a folder of their own: file:, files: or dir:."));
    }

    private static void share(Path locks, String group) throws IOException {
        if (Files.exists(locks.resolve(".holdfast")) || Files.isRegularFile(locks)) {
            throw CommandFailure.usage(locks + " is in use already. To share it, as its owner: chgrp -R " + group + " "
                    + locks + " && chmod -R g+rwXs " + locks);
        }
        try {
            FileRights.share(locks, group);
        } catch (UserPrincipalNotFoundException e) {
            throw CommandFailure.usage(
                    "There is no group '" + group + "' on this machine: name an existing group with --group.");
        } catch (UnsupportedOperationException e) {
            throw CommandFailure.usage(
                    "This system shares no folders with groups; set the rights of " + locks + " by hand.");
        }
    }

    private void ignore(CommandContext context, Project project) {
        Path locks = project.shared().resolve(LOCKS);
        boolean added = new GitIgnore(locks).add(warning -> context.say("holdfast: " + warning));
        tell(context, !added, "the line " + LOCKS + "/ in .gitignore");
    }

    private void tell(CommandContext context, boolean there, String what) {
        (there ? kept : made).add(what);
        if (!context.options().json()) {
            context.out().println(there ? "Kept " + what + ", which existed already." : "Created " + what + ".");
        }
    }

    private static String shown(Path folder, Path file) {
        return file.startsWith(folder) ? folder.relativize(file).toString() : file.toString();
    }
}
