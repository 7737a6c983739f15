package dev.holdfast.cli.project;

import dev.holdfast.cli.trust.TrustClaim;
import dev.holdfast.config.internal.ConfiguredAddress;
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
record TrustClaims(TrustClaim claim, boolean coverStore, boolean coverServe) {

    static TrustClaims of(Path root, Path shared, String store, ServeSection serve) {
        SortedMap<String, String> parts = new TreeMap<>();
        String address = ConfiguredAddress.resolved(store, shared);
        boolean elsewhere = !AddressedFiles.isWithin(address, shared);
        boolean foreign =
                AddressedFiles.database(address).filter(DatabaseMark::isForeign).isPresent();
        if (elsewhere) {
            parts.put("store", store + target(address));
        } else if (foreign) {
            parts.put("store", store + " (a database that came with a clone, a copy or another user)");
        }
        if (serve.signIn()) {
            parts.put("serve.sign-in", "");
        }
        serve.values().forEach((key, value) -> parts.put("serve." + key, value.canonical()));
        boolean serves = serve.signIn() || !serve.values().isEmpty();
        return new TrustClaims(new TrustClaim(TrustClaim.real(root), parts), elsewhere || foreign, serves);
    }

    /** Returns where a file's address leads, if links lead it elsewhere: another target is another claim. */
    private static String target(String address) {
        return AddressedFiles.folder(address)
                .map(path -> TrustClaim.real(path).equals(path) ? "" : " (" + TrustClaim.real(path) + ")")
                .orElse("");
    }
}
