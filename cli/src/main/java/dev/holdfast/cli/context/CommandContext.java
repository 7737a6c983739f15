package dev.holdfast.cli.context;

import dev.holdfast.LockManager;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Stores;
import dev.holdfast.access.Passes;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.base.ServersJar;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.owner.Instance;
import dev.holdfast.cli.project.Project;
import dev.holdfast.cli.trust.Trust;
import dev.holdfast.json.JsonAnswer;
import dev.holdfast.rules.Policies;
import dev.holdfast.rules.Preset;
import dev.holdfast.rules.Text;
import dev.holdfast.store.LockStore;
import dev.holdfast.store.StoreLocation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of a command: what it works with, found or opened when it is first asked for. Not thread-safe. */
public final class CommandContext implements AutoCloseable {
    private final Environment environment;
    private final GlobalOptions options;
    private final List<String> arguments;
    private @Nullable Project project;
    private @Nullable LockStore store;
    private @Nullable LockManager manager;
    private @Nullable Instance instance;

    public CommandContext(Environment environment, GlobalOptions options, List<String> arguments) {
        this.environment = environment;
        this.options = options;
        this.arguments = List.copyOf(arguments);
    }

    public Environment environment() {
        return environment;
    }

    public GlobalOptions options() {
        return options;
    }

    /** All that was written behind the command's name, as it was written. */
    public List<String> arguments() {
        return arguments;
    }

    /** For data. */
    public PrintStream out() {
        return environment.out();
    }

    /** Prints an answer for programs, on one line. */
    public void answer(JsonAnswer answer) {
        out().println(answer.line());
    }

    /** For messages. */
    public PrintStream err() {
        return environment.err();
    }

    public Project project() {
        if (project == null) {
            project = Project.of(environment, new Trust(environment, options.trust(), options.noInput()));
        }
        return project;
    }

    /** The locks that this call is about. */
    public LockManager manager() {
        return manager(storeAddress());
    }

    /** The same for a command that only looks: where nobody has locked anything yet, nothing is made. */
    public LockManager readOnlyManager() {
        return manager(isUntouched() ? StoreLocation.of("memory:") : storeAddress());
    }

    /** The locks in a place that this call was not about by itself. */
    public LockManager managerAt(StoreLocation address) {
        return manager(address);
    }

    private LockManager manager(StoreLocation place) {
        if (manager == null) {
            String address = place.withSecrets();
            Policies configured = project().policies(address);
            ManagerOptions defaults = ManagerOptions.USUAL;
            ManagerOptions how = configured == null ? defaults : defaults.policies(configured);
            manager = isServer(place)
                    ? ServerLocks.open(address, how, environment, isStoreNamed())
                    : over(store(address, how), how);
            warn();
        }
        return manager;
    }

    private LockManager over(LockStore opened, ManagerOptions how) {
        store = opened;
        return LockManager.over(opened, how);
    }

    /** Whether somebody else decides there. */
    public static boolean isServer(StoreLocation address) {
        return List.of("http", "https", "unix").contains(address.scheme());
    }

    private static LockStore store(String address, ManagerOptions how) {
        LockStore own = BundledStores.open(address, how.wall());
        if (own == null) {
            ServersJar.makeFound(address);
        }
        return own == null ? Stores.open(address, how.wall()) : own;
    }

    /** Returns whether the caller has named the store, rather than a file of the project. */
    public boolean isStoreNamed() {
        return options.store() != null || environment.variable("HOLDFAST_STORE") != null;
    }

    /** Sweeps a store of this machine or database. A server does so by itself. */
    public void sweep() {
        LockManager open = manager();
        if (store != null) {
            open.sweep();
        }
    }

    /** The passes in the store at that address, which is opened if none is. */
    public Passes tokensAt(StoreLocation address) {
        if (isServer(address)) {
            throw CommandFailure.usage("Tokens are kept in the store of a server, and " + address
                    + " is the server itself: name its store by --store.");
        }
        manager(address);
        return new Passes(Objects.requireNonNull(store));
    }

    /** Where those locks are. */
    public StoreLocation storeAddress() {
        return StoreLocation.of(project().storeAddress(options.store()));
    }

    /** Whether that is the usual registry and nobody has used it yet. */
    public boolean isUntouched() {
        return project().isUntouched(storeAddress().withSecrets());
    }

    /** The file or folder that those locks are in, if they are in one. */
    public Optional<Path> storePath() {
        return project().storePath(storeAddress().withSecrets());
    }

    /** The preset that applies there. */
    public Preset preset() {
        return project().preset(storeAddress().withSecrets());
    }

    /** The policies that apply there. */
    public Policies policies() {
        Policies configured = project().policies(storeAddress().withSecrets());
        return configured == null ? Policies.of(preset()) : configured;
    }

    /** Tells what the store has found out since, such as a damaged file that was set aside. */
    public void warn() {
        if (manager != null) {
            for (String warning : manager.warnings()) {
                err().println("holdfast: " + Text.shownLines(warning));
            }
        }
    }

    /** Who acts. */
    public Instance instance() {
        if (instance == null) {
            instance = Instance.of(environment, options.owner());
        }
        return instance;
    }

    @Override
    public void close() {
        LockManager open = manager;
        if (open != null) {
            try {
                warn(); // most are found only when the store is used
            } finally {
                manager = null;
                open.close();
            }
        }
    }
}
