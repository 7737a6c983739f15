/**
 * The project registry {@code .locks/locks.json}: a list of locks that people and other programs read and write too.
 * {@link dev.holdfast.store.file.project.Registry} is the document, {@link dev.holdfast.store.file.project.RegistryFile} the
 * file.
 */
@NullMarked
package dev.holdfast.store.file.project;

import org.jspecify.annotations.NullMarked;
