package dev.holdfast.cli.project;

import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.trust.Trust;
import dev.holdfast.cli.trust.TrustClaim;
import dev.holdfast.config.internal.ConfigFile;
import dev.holdfast.config.internal.ConfigSource;
import dev.holdfast.config.internal.ConfiguredAddress;
import dev.holdfast.config.internal.NearestWord;
import dev.holdfast.config.internal.WorkTree;
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
        return new Project(root, WorkTree.main(root), environment, trust);
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
        return ConfiguredAddress.resolved(configuredStore(), shared);
    }

    /** Marks the database of the project before it is first used, so that it is known to be made here. */
    public void markOwnDatabase(String address) {
        if (address.equals(ConfiguredAddress.resolved(configuredStore(), shared))) {
            AddressedFiles.database(address).ifPresent(DatabaseMark::make);
        }
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

    /** Returns whether the store at that address is in files, and was never used: nothing is there yet. */
    public boolean isUntouched(String address) {
        return AddressedFiles.isUntouched(address);
    }

    /** Returns the file or folder that exists once the store was used, if it has one. */
    public Optional<Path> storePath(String address) {
        return AddressedFiles.path(address);
    }

    /** Returns the folder of the store that the project names, also if it is not trusted; empty if it is in no folder. */
    public Optional<Path> configuredFolder() {
        String address = ConfiguredAddress.resolved(configuredStore(), shared);
        return AddressedFiles.database(address).isPresent() ? Optional.empty() : AddressedFiles.folder(address);
    }

    private String configuredStore() {
        return configuration().locks().configuredStore();
    }

    /**
     * Returns the policies for the store at that address, or null for the defaults of such stores. The file is meant for its
     * own store. A store of another kind that was named instead has the defaults of its kind.
     */
    public @Nullable Policies policies(String address) {
        return suits(address) ? configuration().locks().policies() : null;
    }

    /** Returns the preset that applies to the store at that address. */
    public Preset preset(String address) {
        return suits(address) ? configuration().locks().preset() : ConfiguredAddress.preset(address);
    }

    private boolean suits(String address) {
        return ConfiguredAddress.preset(address) == ConfiguredAddress.preset(configuredStore());
    }

    /** Returns the resource for a name or a path of the command line. */
    public String resource(String argument) {
        return names().resource(argument);
    }

    public List<String> resources(Collection<String> arguments) {
        Set<String> resources = new LinkedHashSet<>();
        for (String argument : arguments) {
            resources.add(resource(argument));
        }
        return List.copyOf(resources);
    }

    /**
     * Throws if the project declares resources, and an argument is neither one of them nor a file of the project.
     *
     * @param unless how the caller says that it means such a name, for the message
     */
    public void requireKnown(Collection<String> arguments, String unless) {
        names().requireKnown(arguments, unless);
    }

    /** Returns a hint if the argument is most likely a misspelled name of a declared resource. */
    public Optional<String> spellingHint(String argument) {
        return names().hint(argument);
    }

    /** Returns all resources that forbid writing there if another owner holds them. */
    public List<String> covering(String path) {
        return names().covering(path);
    }

    /** Returns whether a declared resource covers the path. */
    public boolean isMapped(String path) {
        return names().isMapped(path);
    }

    public boolean isFolder(String path) {
        return names().isFolder(path);
    }

    /** Returns whether the path is a folder that could have files of the resource. */
    public boolean isFolderWith(String path, String resource) {
        return names().isFolderWith(path, resource);
    }

    /** Returns a name that can be locked here, as an example for messages: a declared one, else one that fits the preset. */
    public String example(Preset preset) {
        return names().example().orElseGet(() -> switch (preset) {
            case BOARD -> "lock";
            case RESUME -> "import-7";
            default -> "Chapter_03";
        });
    }

    /** Returns the names of the declared resources, those with a gap as they are written, such as Chapter_{chapter:02}. */
    public List<String> declaredResources() {
        return names().declared();
    }

    /** Returns patterns of the files of declared resources, as the attributes of git have them. */
    public List<String> lockablePatterns() {
        return configuration().resources().resources().stream()
                .flatMap(resource -> resource.paths().stream())
                .map(PathGlob::attributes)
                .distinct()
                .toList();
    }

    /** Returns the names of the declared operations. */
    public List<String> declaredOperations() {
        return List.copyOf(configuration().operations().keySet());
    }

    private ProjectNames names() {
        return new ProjectNames(configuration().resources(), new ProjectPath(root, environment.folder()));
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
     * @throws IllegalArgumentException for the first mistake in the file or a variable
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
        return configuration().locks().hints();
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
            return ConfigurationReader.read(new ConfigSource(shown), ConfigFile.text(file));
        } catch (NoSuchFileException e) {
            return Configuration.NONE;
        }
    }
}
