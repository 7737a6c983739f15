/** File locking for the clients of Git LFS. */
@NullMarked
package dev.holdfast.protocol.gitlfs;

import org.jspecify.annotations.NullMarked;
