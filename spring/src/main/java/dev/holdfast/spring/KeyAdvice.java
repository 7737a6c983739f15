package dev.holdfast.spring;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Warns if sessions outlive the key by which they own their locks. */
final class KeyAdvice {
    private static final Log LOG = LogFactory.getLog(KeyAdvice.class);

    private KeyAdvice() {}

    static void warnWithout(@Nullable String key) {
        if (key == null) {
            LOG.warn(
                    "Sessions outlive a restart, but their locks do not stay theirs: without holdfast.key they are then held"
                            + " by owners that no longer exist. Set holdfast.key to a secret of at least 32 characters, the same on"
                            + " all nodes. Create one with: openssl rand -base64 32");
        }
    }
}
