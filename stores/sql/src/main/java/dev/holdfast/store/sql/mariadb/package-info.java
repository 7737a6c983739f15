/** Locks in MariaDB: start at {@link dev.holdfast.store.sql.mariadb.MariaLockStore}. */
@NullMarked
package dev.holdfast.store.sql.mariadb;

import org.jspecify.annotations.NullMarked;
