/** What the sources of an application say, as far as locks are concerned. */
@NullMarked
package dev.holdfast.audit.code;

import org.jspecify.annotations.NullMarked;
