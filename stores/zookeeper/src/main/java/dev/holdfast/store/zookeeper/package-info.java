/** Locks in ZooKeeper. */
@NullMarked
package dev.holdfast.store.zookeeper;

import org.jspecify.annotations.NullMarked;
