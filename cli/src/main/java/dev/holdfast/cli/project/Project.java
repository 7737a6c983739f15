package dev.holdfast.cli.project;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.SmallFile;
import dev.holdfast.cli.trust.Trust;
import dev.holdfast.cli.trust.TrustClaim;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The project that the command was called in, with what its {@code holdfast.yaml} says; that is read when first needed. */
public final class Project {
    private final Path root;
    private final Path shared;
    private final Environment environment;
    private final Trust trust;
    private @Nullable Configuration configuration;

    private Project(Path root, Path shared, Environment environment, Trust trust) {
        this.root = root;
        this.shared = shared;
        this.environment = environment;
        this.trust = trust;
    }

    /** Finds the project, for a caller that asks no questions. */
    public static Project of(Environment environment) {
        return of(environment, new Trust(environment, false, true));
    }

    /**
     * Finds it.
     *
     * @param trust asked before the store or the server that the project names count
     */
    public static Project of(Environment environment, Trust trust) {
        Path root = ProjectRoot.nearest(environment.folder());
        return new Project(root, ProjectRoot.mainWorkTree(root), environment, trust);
    }

    /** Returns the nearest folder upward with {@code holdfast.yaml}, {@code .locks} or {@code .git}, else that of the call. */
    public Path root() {
        return root;
    }

    /** Returns whether the root has a mark of a project, and is not merely the folder of the call. */
    public boolean isMarked() {
        return ProjectRoot.isMarked(root);
    }

    /** Returns the folder whose {@code .locks} is used: in a linked git work tree that of the main one, else the root. */
    public Path shared() {
        return shared;
    }

    /** Returns the path of its configuration, which need not exist. */
    public Path configurationFile() {
        return root.resolve(Configuration.FILE);
    }

    /** Returns the address of the store: from the option, else the variable, else {@code holdfast.yaml}, else the registry. */
    public String storeAddress(@Nullable String option) {
        String named = option == null ? environment.variable("HOLDFAST_STORE") : option;
        if (named != null) {
            return ConfiguredAddress.resolved(named, environment.folder());
        }
        TrustClaims claims = claims();
        if (claims.coverStore()) {
            configuredFolder().ifPresent(Trust::requireNoLink);
            trust.require(claims.claim());
        }
        String address = ConfiguredAddress.resolved(configuredStore(), shared);
        ConfiguredAddress.database(address).ifPresent(DatabaseMark::make);
        return address;
    }

    /** Returns the parts of its configuration that a person has to trust before they count. */
    public TrustClaim claim() {
        return claims().claim();
    }

    private TrustClaims claims() {
        return TrustClaims.of(root, shared, configuredStore(), configuration().serve());
    }

    /** Remembers that the user trusts it, since the user has just written its configuration. */
    public void trustOwn() {
        TrustClaim claim = claim();
        if (!claim.isEmpty()) {
            trust.remember(claim);
        }
    }

    /** Returns whether the address is the default registry, not used yet. An address that was named explicitly never is. */
    public boolean isUntouched(String address) {
        Path registry = shared.resolve(".locks");
        return address.equals("file:" + registry) && Files.notExists(registry);
    }

    /** Returns the file or folder that exists once the store was used, if it has one. */
    public Optional<Path> storePath(String address) {
        return ConfiguredAddress.path(address);
    }

    /** Returns the folder of the store that the project names, also if it is not trusted; empty if it is in no folder. */
    public Optional<Path> configuredFolder() {
        String address = ConfiguredAddress.resolved(configuredStore(), shared);
        return ConfiguredAddress.database(address).isPresent() ? Optional.empty() : ConfiguredAddress.folder(address);
    }

    private String configuredStore() {
        String store = configuration().store();
        return store == null ? ConfiguredAddress.DEFAULT : store;
    }

    /**
     * Returns the policies for the store at that address, or null for the defaults of such stores. The file is meant for its
     * own store. A store of another kind that was named instead has the defaults of its kind.
     */
    public @Nullable Policies policies(String address) {
        return suits(address) ? configuration().policies() : null;
    }

    /** Returns the preset that applies to the store at that address. */
    public Preset preset(String address) {
        return suits(address) ? configuration().preset() : ConfiguredAddress.preset(address);
    }

    private boolean suits(String address) {
        return ConfiguredAddress.preset(address) == ConfiguredAddress.preset(configuredStore());
    }

    /**
     * Returns the resource for a name or a path. The first rule that applies counts. A declared name is itself, in its full
     * form ({@code Chapter_3} is {@code Chapter_03}). A path that a declared resource covers is that resource, whether it
     * exists or not. An argument that is written as a path ({@code ./notes.txt}) is its path from the root. Another file of the
     * project is its path too, if the project declares resources. Anything else is a plain name.
     */
    public String resource(String argument) {
        ResourceMap map = configuration().resources();
        boolean isPath = ProjectPath.isWrittenAsPath(argument);
        if (map.resources().isEmpty() && !isPath) {
            return argument;
        }
        return map.declared(argument).orElseGet(() -> {
            ProjectPath path = path();
            Set<String> paths = path.fromRoot(argument);
            for (String way : paths) {
                for (String covering : map.covering(way)) {
                    return covering;
                }
            }
            return (isPath || path.isFile(argument)) && !paths.isEmpty()
                    ? paths.iterator().next()
                    : argument;
        });
    }

    private ProjectPath path() {
        return new ProjectPath(root, environment.folder());
    }

    public List<String> resources(Collection<String> arguments) {
        Set<String> resources = new LinkedHashSet<>();
        for (String argument : arguments) {
            resources.add(resource(argument));
        }
        return List.copyOf(resources);
    }

    /**
     * Returns all resources that forbid writing there if another owner holds them: those that cover the path, else that of its
     * name and that of its path.
     */
    public List<String> covering(String path) {
        Set<String> ways = path().fromRoot(path);
        ResourceMap map = configuration().resources();
        Set<String> covering = new LinkedHashSet<>();
        for (String way : ways) {
            covering.addAll(map.covering(way));
        }
        if (covering.isEmpty()) {
            String named = resource(path);
            covering.add(named);
            if (named.equals(path) || ways.contains(named)) {
                covering.addAll(ways);
            }
        }
        return List.copyOf(covering);
    }

    /** Returns whether a declared resource covers the path. */
    public boolean isMapped(String path) {
        for (String way : path().fromRoot(path)) {
            if (!configuration().resources().covering(way).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    public boolean isFolder(String path) {
        return path().isFolder(path);
    }

    /** Returns whether the path is a folder that could have files of the resource. */
    public boolean isFolderWith(String path, String resource) {
        ProjectPath paths = path();
        if (!paths.isFolder(path)) {
            return false;
        }
        if (paths.isAbove(path)) {
            return true;
        }
        for (String way : paths.fromRoot(path)) {
            if (configuration().resources().mayLieIn(way, resource)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns an operation that the project declares.
     *
     * @throws CommandFailure if there is none of that name
     */
    public Operation operation(String name) {
        Operation operation = configuration().operations().get(name);
        if (operation == null) {
            Collection<String> known = configuration().operations().keySet();
            throw CommandFailure.usage("There is no operation '" + name + "'"
                    + (known.isEmpty()
                            ? ": declare operations in " + Configuration.FILE
                                    + ", or start with holdfast init --preset book."
                            : NearestWord.to(name, known)
                                    .map(near -> "; did you mean '" + near + "'?")
                                    .orElse("; known are " + String.join(", ", known) + ".")));
        }
        return operation;
    }

    /**
     * Returns the settings of the server: from the options, else variables, else {@code holdfast.yaml}.
     *
     * @throws CommandFailure for the first mistake
     */
    public ServeSettings serve(ServeSettings.ListenOptions place) {
        return new ServeReader(trustedServe(), environment, root).settings(place);
    }

    /** Returns the format of a server's log: from the option, else the variable, else {@code holdfast.yaml}. */
    public LogFormat serveLog(@Nullable String option) {
        return new ServeReader(trustedServe(), environment, root).log(option);
    }

    private ServeSection trustedServe() {
        TrustClaims claims = claims();
        if (claims.coverServe()) {
            trust.require(claims.claim());
        }
        return configuration().serve();
    }

    /** Returns sentences about keys of its configuration that have another name now. */
    public List<String> hints() {
        return configuration().hints();
    }

    private Configuration configuration() {
        if (configuration == null) {
            configuration = read();
        }
        return configuration;
    }

    private Configuration read() {
        Path file = configurationFile();
        try {
            String shown = environment.folder().relativize(file).toString();
            return ConfigurationReader.read(new ConfigSource(shown), SmallFile.read(file));
        } catch (NoSuchFileException e) {
            return Configuration.NONE;
        } catch (CharacterCodingException e) {
            throw CommandFailure.usage(file + " is not text in UTF-8; save it as such.");
        } catch (IOException e) {
            throw CommandFailure.usage(
                    file + " cannot be read (" + SmallFile.reason(e) + "); make it readable or remove it.");
        }
    }
}
