package dev.holdfast.cli.project;

import dev.holdfast.cli.trust.Claim;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds in a configuration what a stranger who wrote it could do harm by: a store outside of the project's own folder, and how
 * to serve. All else concerns locks within the project.
 *
 * @param coverStore whether the store is among them
 * @param coverServe whether the section {@code serve} is
 */
record Claims(Claim claim, boolean coverStore, boolean coverServe) {

    static Claims of(Path root, Path shared, String store, ServeSection serve) {
        SortedMap<String, String> parts = new TreeMap<>();
        String address = Address.resolved(store, shared);
        boolean elsewhere = !Address.isWithin(address, shared);
        if (elsewhere) {
            parts.put("store", store + target(address));
        }
        if (serve.signIn()) {
            parts.put("serve.sign-in", "");
        }
        serve.values().forEach((key, value) -> parts.put("serve." + key, value.canonical()));
        boolean serves = serve.signIn() || !serve.values().isEmpty();
        return new Claims(new Claim(Claim.real(root), parts), elsewhere, serves);
    }

    /** Returns where a file's address leads, if links lead it elsewhere: another target is another claim. */
    private static String target(String address) {
        return Address.folder(address)
                .map(path -> Claim.real(path).equals(path) ? "" : " (" + Claim.real(path) + ")")
                .orElse("");
    }
}
