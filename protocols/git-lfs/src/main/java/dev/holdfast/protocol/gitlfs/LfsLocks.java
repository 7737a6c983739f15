package dev.holdfast.protocol.gitlfs;

import dev.holdfast.Hold;
import dev.holdfast.LockView;
import dev.holdfast.Owner;
import dev.holdfast.Receipt;
import dev.holdfast.internal.base.ResourceName;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.Problem;
import dev.holdfast.server.protocol.ToolLocks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The locks of one repository as one caller sees them, also those of other tools. */
final class LfsLocks {
    private static final String TOOL = "Git LFS";
    private static final String KEY = "git-lfs";

    private final ToolLocks locks;
    private final Repository repository;
    private final Caller caller;
    private final String reference;
    private @Nullable Map<String, List<String>> files;

    /** @param reference the branch whose files count; empty for the default branch */
    LfsLocks(ToolLocks locks, Repository repository, Caller caller, String reference) {
        this.locks = locks;
        this.repository = repository;
        this.caller = caller;
        this.reference = reference;
    }

    /**
     * Some of the locks.
     *
     * @param next where the next page begins; empty if there is none
     */
    record Page(List<LfsLock> locks, String next) {}

    Owner owner() {
        return ToolLocks.owner(caller, TOOL, ownerKey());
    }

    private String ownerKey() {
        return KEY + ":" + repository.name();
    }

    Receipt receipt(String path, String resource) {
        return receipt(caller.name(), path, resource);
    }

    private Receipt receipt(String user, String path, String resource) {
        return ToolLocks.receipt(user, KEY, repository.name() + '\0' + path, resource);
    }

    /**
     * Returns a page of the locks, by resource and path.
     *
     * @param covered whether a lock of another user counts for every file that its resource covers, as for a push
     * @param cursor where an earlier page has ended; empty for the first
     */
    Page page(boolean covered, String cursor, int limit) {
        List<LfsLock> found = new ArrayList<>();
        String after = "";
        if (!cursor.isEmpty()) {
            String[] place = place(cursor);
            after = place[0];
            for (LfsLock lock : of(locks.view(caller, after), covered)) {
                if (lock.path().compareTo(place[1]) > 0) {
                    found.add(lock);
                }
            }
        }
        if (found.size() <= limit) {
            locks.each(caller, repository.prefix(), after, view -> {
                found.addAll(of(view, covered));
                return found.size() <= limit;
            });
        }
        if (found.size() <= limit) {
            return new Page(found, "");
        }
        LfsLock last = found.get(limit - 1);
        return new Page(found.subList(0, limit), cursor(last));
    }

    private static String cursor(LfsLock last) {
        byte[] place = (last.resource() + '\0' + last.path()).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place);
    }

    private String[] place(String cursor) {
        try {
            String[] place = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split("\0", -1);
            if (place.length == 2 && place[0].startsWith(repository.prefix())) {
                ResourceName.require(place[0]);
                return place;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw Problem.invalid("'cursor' must be the next_cursor of an earlier answer.");
    }

    /** Returns the locks of one resource, in the order of their paths. */
    List<LfsLock> of(LockView view, boolean covered) {
        List<LfsLock> all = new ArrayList<>();
        for (LockView.Holder holder : view.holders()) {
            if (!holder.state().ended()) {
                paths(view.resource(), holder.hold(), covered)
                        .forEach(path -> all.add(lock(view.resource(), path, holder.hold())));
            }
        }
        return all;
    }

    /** Returns the lock of a hold for one of its paths. */
    LfsLock lock(String resource, String path, Hold hold) {
        String user = locks.user(caller, resource, hold);
        boolean own = ToolLocks.isOwn(caller, hold);
        return new LfsLock(
                resource,
                path,
                hold,
                user.isEmpty() ? "another user" : user,
                user.isEmpty() ? null : hold.since(),
                own,
                own && hold.has(receipt(path, resource).holdId()));
    }

    /** Returns the paths by which a hold was asked through Git LFS, as far as they are known; none for a hold of another tool. */
    List<String> asked(String resource, Hold hold) {
        String user = hold.owner().user();
        if (!hold.owner().id().equals(ToolLocks.ownerId(user, ownerKey()))) {
            return List.of();
        }
        return LockedPaths.in(hold.note()).stream()
                .filter(path -> hold.has(receipt(user, path, resource).holdId()))
                .distinct()
                .toList();
    }

    private Iterable<String> paths(String resource, Hold hold, boolean covered) {
        List<String> asked = asked(resource, hold);
        if (!asked.isEmpty() && !(covered && !ToolLocks.isOwn(caller, hold))) {
            return new TreeSet<>(asked);
        }
        TreeSet<String> paths = new TreeSet<>(asked);
        if (repository.files() != null) {
            paths.addAll(files().getOrDefault(resource, List.of()));
        } else if (asked.isEmpty()) {
            String path = repository.path(resource);
            if (path != null) {
                paths.add(path);
            }
        }
        return paths;
    }

    private Map<String, List<String>> files() {
        RepositoryFiles all = repository.files();
        if (files == null) {
            files = all == null ? Map.of() : all.of(reference);
        }
        return files;
    }
}
