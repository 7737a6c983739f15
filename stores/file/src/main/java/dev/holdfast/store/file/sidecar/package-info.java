/** The truth behind lock files: records, versions and history in a folder next to what other programs see. */
@NullMarked
package dev.holdfast.store.file.sidecar;

import org.jspecify.annotations.NullMarked;
