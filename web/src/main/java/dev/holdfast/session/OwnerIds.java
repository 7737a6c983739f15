package dev.holdfast.session;

import dev.holdfast.HoldId;
import dev.holdfast.Receipt;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Derives owner ids from session ids, and receipts from owner ids, with keyed hashes. So no store, log or page contains a
 * session id, and every node with the same key can renew the locks of a session without shared state. Thread-safe.
 *
 * <p>All single resources of an owner share one secret, so that acquiring again finds the first grant. Several resources
 * together have another secret, one of a few thousand that depends on their names: a refusal releases all locks of its secret,
 * and must not release earlier ones.
 */
public final class OwnerIds {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_KEY_LENGTH = 32;
    private static final int OWNER_DIGITS = 40;
    private static final int SECRET_BYTES = 16;
    private static final int SETS = 4096;
    private static final int SINGLE = 0;
    /** Requests to holders have secrets of their own: each is another request, and what it brings can be renewed like the rest. */
    private static final int REQUESTS = 64;

    private final SecretKeySpec key;

    /** Makes ids with a secret that all nodes share, or with a random one. */
    public OwnerIds(@Nullable String secret) {
        if (secret != null && secret.length() < MIN_KEY_LENGTH) {
            throw new IllegalArgumentException("holdfast.key must have at least " + MIN_KEY_LENGTH
                    + " characters. Create one with: openssl rand -base64 32");
        }
        this.key = new SecretKeySpec(secret == null ? random() : secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    private static byte[] random() {
        byte[] bytes = new byte[MIN_KEY_LENGTH];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Returns the owner id of an HTTP session. */
    public String ownerId(String sessionId) {
        return "session-"
                + HexFormat.of().formatHex(hash("session\n" + sessionId)).substring(0, OWNER_DIGITS);
    }

    /** Returns the owner id of a client that signs in with each request, from what identifies it, such as user and program. */
    public String clientOwnerId(List<String> identity) {
        StringBuilder text = new StringBuilder("client");
        for (String part : identity) {
            text.append('\n').append(part.length()).append(' ').append(part);
        }
        return "client-" + HexFormat.of().formatHex(hash(text.toString())).substring(0, OWNER_DIGITS);
    }

    /** Returns the receipt of an owner for these resources. */
    Receipt receipt(String owner, Collection<String> resources) {
        TreeSet<String> ordered = new TreeSet<>(resources);
        return receipt(owner, set(ordered), ordered.first());
    }

    /** Returns a receipt for a request to the holder of a resource, another one each time. */
    Receipt asking(String owner, String resource) {
        return receipt(owner, SETS + 1 + ThreadLocalRandom.current().nextInt(REQUESTS), resource);
    }

    private int set(Collection<String> resources) {
        if (resources.size() == 1) {
            return SINGLE;
        }
        int hash = ByteBuffer.wrap(hash("set\n" + String.join("\n", resources))).getInt();
        return 1 + Math.floorMod(hash, SETS);
    }

    private Receipt receipt(String owner, int set, String resource) {
        return Receipt.of(resource, Arrays.copyOf(hash("receipt\n" + set + "\n" + owner), SECRET_BYTES));
    }

    /** Returns the receipts of one owner, for looking up many holds. */
    Keys keys(String owner) {
        return new Keys(owner);
    }

    /** The receipts of one owner, by the entries of its holds. Each is computed once. */
    final class Keys {
        private final String owner;
        private @Nullable Receipt single;
        private Map<HoldId, Receipt> sets = Map.of();

        private Keys(String owner) {
            this.owner = owner;
        }

        /** Returns the receipt that renews a hold with these entries, or null if it was acquired in another way. */
        @Nullable
        Receipt renewing(String resource, List<HoldId> entries) {
            if (single == null) {
                single = receipt(owner, SINGLE, resource);
            }
            if (entries.contains(single.holdId())) {
                return single.on(resource);
            }
            for (HoldId entry : entries) {
                Receipt together = ofSets(resource).get(entry);
                if (together != null) {
                    return together.on(resource);
                }
            }
            return null;
        }

        private Map<HoldId, Receipt> ofSets(String resource) {
            if (sets.isEmpty()) {
                sets = new HashMap<>();
                for (int set = SINGLE + 1; set <= SETS + REQUESTS; set++) {
                    Receipt receipt = receipt(owner, set, resource);
                    sets.put(receipt.holdId(), receipt);
                }
            }
            return sets;
        }
    }

    private byte[] hash(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM + ".", e);
        }
    }
}
