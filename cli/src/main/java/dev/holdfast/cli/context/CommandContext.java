package dev.holdfast.cli.context;

import dev.holdfast.Holds.Grant;
import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.ManagerOptions;
import dev.holdfast.Policies;
import dev.holdfast.Preset;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.base.Environment;
import dev.holdfast.cli.options.GlobalOptions;
import dev.holdfast.cli.owner.Instance;
import dev.holdfast.cli.project.Project;
import dev.holdfast.cli.trust.Trust;
import dev.holdfast.internal.base.StoreLocation;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.manager.Managers;
import dev.holdfast.internal.storage.NoLayoutException;
import dev.holdfast.internal.views.JsonAnswer;
import dev.holdfast.spi.LockStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The context of one call of a command: project, locks and owner, each opened when first used. Not thread-safe. */
public final class CommandContext implements AutoCloseable {
    private static final long LOOK_MILLIS = 300;

    private final Environment environment;
    private final GlobalOptions options;
    private final List<String> arguments;
    private @Nullable Project project;
    private @Nullable LockStore store;
    private @Nullable LockManager manager;
    /** No locks, for looks at a store that is not there yet. */
    private @Nullable LockManager nothing;

    private @Nullable Instance instance;
    private @Nullable List<String> collected;
    private boolean introduced;

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

    /** Returns all arguments after the command's name, as they were written. */
    public List<String> arguments() {
        return arguments;
    }

    /** Returns the stream for data. */
    public PrintStream out() {
        return environment.out();
    }

    /** Prints an answer for programs, on one line. */
    public void answer(JsonAnswer answer) {
        out().println(answer.line());
    }

    /** Returns the stream for messages. */
    public PrintStream err() {
        return environment.err();
    }

    /** Prints a message on a line of its own, unless the caller wants none. */
    public void say(String message) {
        if (!options.quiet()) {
            err().println(message);
        }
    }

    private void explain(String message) {
        if (options.verbose()) {
            err().println("holdfast: " + message);
        }
    }

    public Project project() {
        if (project == null) {
            project = Project.of(environment, new Trust(environment, options.trust(), options.noInput()));
        }
        return project;
    }

    /** Returns the locks of the project, or of the store that was named. */
    public LockManager manager() {
        return manager(storeAddress());
    }

    /** Returns the locks for a command that only reads: a store that is not there yet is not created. */
    public LockManager readOnlyManager() {
        LockManager there = nothing == null ? existingManager() : nothing;
        if (there != null) {
            return there;
        }
        introduce(storeAddress());
        if (options.store() != null) {
            say("holdfast: There is nothing at " + storeAddress() + " yet, so no locks. The first lock creates it.");
        }
        nothing = Managers.over(StoreOpener.open("memory:", ManagerOptions.DEFAULT.wall()), ManagerOptions.DEFAULT);
        return nothing;
    }

    /** Returns the locks for a command that watches: waits until another command creates a store that is not there yet. */
    public LockManager watchedManager() throws InterruptedException {
        while (true) {
            LockManager there = existingManager();
            if (there != null) {
                return there;
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Returns the locks, or null if the store has no place yet: no file, or no tables in the database. */
    private @Nullable LockManager existingManager() {
        if (manager == null && isUntouched()) {
            return null;
        }
        try {
            return manager(storeAddress(), null, true);
        } catch (StoreUnwritableException e) {
            if (e.getCause() instanceof NoLayoutException) {
                return null;
            }
            throw e;
        }
    }

    /** Returns the resources that arguments of a command that only looks name, with a hint for each that looks misspelled. */
    public List<String> named(Collection<String> names) {
        names.forEach(name -> {
            project().spellingHint(name).ifPresent(hint -> say("holdfast: " + hint));
            explain("'" + Text.shown(name) + "' is the resource "
                    + Text.name(project().resource(name)) + ".");
        });
        return project().resources(names);
    }

    /**
     * Returns the locks in a store that the command has chosen itself.
     *
     * @param more adds policies of the command to those of the store
     */
    public LockManager managerAt(StoreLocation address, UnaryOperator<Policies> more) {
        return manager(address, more, false);
    }

    private LockManager manager(StoreLocation place) {
        return manager(place, null, false);
    }

    private LockManager manager(StoreLocation place, @Nullable UnaryOperator<Policies> more, boolean looking) {
        if (manager == null) {
            String address = place.withSecrets();
            if (!isStoreNamed()) {
                project().markOwnDatabase(address);
            }
            Policies said = project().policies(address);
            Policies configured = more == null
                    ? said
                    : more.apply(said == null ? Policies.of(project().preset(address)) : said);
            introduce(place);
            ManagerOptions defaults = ManagerOptions.DEFAULT;
            ManagerOptions how = configured == null ? defaults : defaults.policies(configured);
            manager = isServer(place)
                    ? ServerLocks.open(address, how, environment, isStoreNamed())
                    : over(
                            looking ? StoreOpener.existing(address, how.wall()) : StoreOpener.open(address, how.wall()),
                            how);
            warn();
        }
        return manager;
    }

    /** Prints, before the first try to open the locks, the hints of the project and where the locks are. */
    private void introduce(StoreLocation place) {
        if (!introduced) {
            introduced = true;
            project().hints().forEach(hint -> err().println("holdfast: " + hint));
            explain("Project: " + project().root() + ". Store: " + place + ".");
        }
    }

    private LockManager over(LockStore opened, ManagerOptions how) {
        store = opened;
        return Managers.over(opened, how);
    }

    /** Returns whether the address is that of a server, which decides by itself. */
    public static boolean isServer(StoreLocation address) {
        return List.of("http", "https", "unix").contains(address.scheme());
    }

    /** Returns whether the caller has named the store, rather than a file of the project. */
    public boolean isStoreNamed() {
        return options.store() != null || environment.variable("HOLDFAST_STORE") != null;
    }

    /**
     * Acquires locks that outlive this process. What is over in a store of this machine or database is removed in the same step. A
     * server does so by itself.
     */
    public Grant grant(LockRequest request) throws InterruptedException {
        return Managers.grantAndTidy(manager(), request);
    }

    /** Sweeps a store of this machine or database. A server does so by itself. */
    public void sweep() {
        LockManager open = manager();
        if (store != null) {
            open.admin().sweep();
        }
    }

    /** Returns the store with the tokens at that address, and opens it if necessary. */
    public LockStore storeAt(StoreLocation address) {
        if (isServer(address)) {
            throw CommandFailure.usage("Tokens are kept in the store of a server, and " + address
                    + " is the server itself: name its store with --store.");
        }
        manager(address);
        return Objects.requireNonNull(store);
    }

    public StoreLocation storeAddress() {
        return StoreLocation.of(project().storeAddress(options.store()));
    }

    /** Returns whether the store is in files that do not exist yet. */
    public boolean isUntouched() {
        return project().isUntouched(storeAddress().withSecrets());
    }

    /** Returns the file or folder of the store, if it has one. */
    public Optional<Path> storePath() {
        return project().storePath(storeAddress().withSecrets());
    }

    /** Returns the preset that applies to the store. */
    public Preset preset() {
        return project().preset(storeAddress().withSecrets());
    }

    /** Returns the policies that apply to the store. */
    public Policies policies() {
        Policies configured = project().policies(storeAddress().withSecrets());
        return configured == null ? Policies.of(preset()) : configured;
    }

    /** Prints new warnings of the store, such as a damaged file that was set aside. */
    public void warn() {
        if (manager != null) {
            for (String warning : manager.admin().warnings()) {
                String shown = Text.shownLines(warning);
                if (collected == null) {
                    err().println("holdfast: " + shown);
                } else {
                    collected.add(shown);
                }
            }
        }
    }

    /** Adds later warnings of the store to the list instead of printing them. */
    public void collectWarnings(List<String> into) {
        collected = into;
    }

    public Instance instance() {
        if (instance == null) {
            instance = Instance.of(environment, options.owner());
            explain(instance.session()
                    .map(owner -> "Acting as " + Text.name(owner.name()) + ".")
                    .orElse("No owner is named, and there is no terminal session."));
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
        if (nothing != null) {
            nothing.close();
            nothing = null;
        }
    }
}
