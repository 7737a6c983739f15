/** Common parts of the audit: rules, findings, places in sources, progress. */
@NullMarked
package dev.holdfast.audit.base;

import org.jspecify.annotations.NullMarked;
