package dev.holdfast.store.zookeeper;

/**
 * What ZooKeeper can check of a record, and which version it stands for.
 *
 * @param version the transaction that last wrote the record
 * @param node the name of the node beneath it, no other's: it comes and goes with the record
 * @param count how often the record was written since it was made
 */
record Guard(long version, String node, int count) {}
