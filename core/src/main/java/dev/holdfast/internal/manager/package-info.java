/** The machinery of a lock manager: guess, fold, settle, wait, renew, signal. */
@NullMarked
package dev.holdfast.internal.manager;

import org.jspecify.annotations.NullMarked;
