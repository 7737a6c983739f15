package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.NotPermittedException;
import dev.holdfast.StoreUnwritableException;
import dev.holdfast.internal.base.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user's tokens, each for one server: lines of an origin and a token in
 * {@code ~/.config/holdfast/tokens}. A file that others may read or write is refused. Thread-safe.
 */
public final class TokenFile {
    private static final Set<PosixFilePermission> OWN =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path file;
    private @Nullable FileTime readAt;
    private Map<String, String> known = Map.of();

    /** Names a file, which need not exist. */
    public TokenFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the file of the user with this environment.
     *
     * @param environment gives the value of a variable; null if it is not set
     */
    public static TokenFile of(Function<String, @Nullable String> environment) {
        String config = environment.apply("XDG_CONFIG_HOME");
        String home = environment.apply("HOME");
        Path base = config != null && Path.of(config).isAbsolute()
                ? Path.of(config)
                : Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home, ".config");
        return new TokenFile(base.resolve("holdfast").resolve("tokens"));
    }

    /** Returns the form of a server's address that its token is stored under. */
    public static String origin(String address) {
        return ServerAddress.parse(address).origin();
    }

    /**
     * Returns the token for a server, or null if there is none.
     *
     * @throws NotPermittedException if others may read the file
     */
    public synchronized @Nullable String find(String address) {
        return read().get(origin(address));
    }

    /** Returns the origins of all servers with a token. */
    public synchronized List<String> origins() {
        return List.copyOf(read().keySet());
    }

    /**
     * Stores a token for a server, in place of an earlier one.
     *
     * @throws IllegalArgumentException if it is not a token, or could not be sent safely
     */
    public synchronized void put(String address, String token) {
        if (!ServerAddress.parse(address).isConfidential()) {
            throw new IllegalArgumentException("A token for " + origin(address)
                    + " could be read by others on its way: use" + " https://, or a tunnel to 127.0.0.1.");
        }
        if (!token.matches("[!-~]{1,8192}")) {
            throw new IllegalArgumentException("This is not a token. A token is a single word, such as hf_….");
        }
        Map<String, String> all = new TreeMap<>(read());
        all.put(origin(address), token);
        write(all);
    }

    /** Deletes the token for a server. Returns whether there was one. */
    public synchronized boolean remove(String address) {
        Map<String, String> all = new TreeMap<>(read());
        boolean was = all.remove(origin(address)) != null;
        if (was) {
            write(all);
        }
        return was;
    }

    private Map<String, String> read() {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            if (!Objects.equals(changed, readAt)) {
                requirePrivate();
                known = parsed(Files.readAllLines(file, UTF_8));
                readAt = changed;
            }
            return known;
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException e) {
            throw new NotPermittedException("The tokens in " + file + " cannot be read (" + e + ").");
        }
    }

    private static Map<String, String> parsed(List<String> lines) {
        Map<String, String> tokens = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length == 2 && !words[0].startsWith("#")) {
                tokens.put(words[0], words[1]);
            }
        }
        return tokens;
    }

    private void requirePrivate() throws IOException {
        if (isPosix() && !OWN.containsAll(Files.getPosixFilePermissions(file))) {
            throw new NotPermittedException(
                    "Others may read the tokens in " + file + ", so they are not used. Run: chmod 600 " + file);
        }
    }

    private void write(Map<String, String> all) {
        StringBuilder text = new StringBuilder("# A server and the token for it, as holdfast token use keeps them.\n");
        all.forEach(
                (origin, token) -> text.append(origin).append(' ').append(token).append('\n'));
        try {
            PrivateFile.replace(file, text.toString());
            readAt = null;
        } catch (IOException e) {
            throw new StoreUnwritableException("The tokens in " + file + " cannot be written (" + e + ").", e);
        }
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
