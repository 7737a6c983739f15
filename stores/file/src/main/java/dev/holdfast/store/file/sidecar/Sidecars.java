package dev.holdfast.store.file.sidecar;

import dev.holdfast.StoreUnwritableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The sidecars that are open in this process, by folder: a guard must not be opened twice. */
public final class Sidecars {
    private static final Map<Path, Shared> OPEN = new HashMap<>();
    /** Guards the map. No monitor: a virtual thread that waits in one for another process would keep its carrier. */
    private static final ReentrantLock OPENING = new ReentrantLock();

    private Sidecars() {}

    private static final class Shared {
        final Sidecar sidecar;
        int users = 1;

        Shared(Sidecar sidecar) {
            this.sidecar = sidecar;
        }
    }

    /** Joins the sidecar in that folder, and creates it if it is not there. Each call needs one of {@link #leave}. */
    static Sidecar join(Path folder, Function<Path, View> view, Disk disk) {
        Path real = real(folder, disk);
        OPENING.lock();
        try {
            Shared shared = OPEN.get(real);
            if (shared != null) {
                shared.users++;
                return shared.sidecar;
            }
            Sidecar sidecar = new Sidecar(real, view.apply(real), disk, Sidecar.TIMEOUT);
            sidecar.open();
            OPEN.put(real, new Shared(sidecar));
            return sidecar;
        } finally {
            OPENING.unlock();
        }
    }

    /**
     * Accepts a sidecar that came with a clone or belongs to another user, for this user and from now on. To be called after a
     * person has said so.
     *
     * @param folder as {@link dev.holdfast.internal.storage.UntrustedSidecarException#folder} names it
     * @throws StoreUnwritableException if it cannot be marked as accepted
     */
    public static void accept(Path folder) {
        try {
            Trust.accept(folder, Disk.REAL);
        } catch (IOException e) {
            throw Damage.unusable(folder, e);
        }
    }

    static void leave(Sidecar sidecar) {
        OPENING.lock();
        try {
            Shared shared = OPEN.get(sidecar.folder());
            if (shared != null && --shared.users == 0) {
                OPEN.remove(sidecar.folder());
                sidecar.close();
            }
        } finally {
            OPENING.unlock();
        }
    }

    private static Path real(Path folder, Disk disk) {
        try {
            Folders.make(folder, disk);
            return folder.toRealPath();
        } catch (IOException e) {
            throw Damage.unusable(folder, e);
        }
    }
}
