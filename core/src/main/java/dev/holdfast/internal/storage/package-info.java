/** Parts that stores share: a table of records, a history, feeds, and reports of outages. */
@NullMarked
package dev.holdfast.internal.storage;

import org.jspecify.annotations.NullMarked;
