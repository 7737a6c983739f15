/** Records in etcd, by consensus of its servers. */
@NullMarked
package dev.holdfast.store.etcd;

import org.jspecify.annotations.NullMarked;
