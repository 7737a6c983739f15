package dev.holdfast.store.zookeeper;

/**
 * The part of a record that ZooKeeper can check, and the version it stands for.
 *
 * @param version the transaction that last wrote the record
 * @param node the name of the node beneath it, no other's: it comes and goes with the record
 * @param count how often the record was written since it was made
 */
record Guard(long version, String node, int count) {}
