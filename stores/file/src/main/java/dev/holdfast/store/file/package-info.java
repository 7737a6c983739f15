/** Stores in files that people and other programs read and write too: lock files, lock directories, a project's registry. */
@NullMarked
package dev.holdfast.store.file;

import org.jspecify.annotations.NullMarked;
