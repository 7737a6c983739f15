package dev.holdfast.audit.read;

import dev.holdfast.audit.base.Place;

/**
 * A statement of a mapper file of MyBatis.
 *
 * @param type the interface that the mapper implements, without its package
 * @param method the method that runs the statement
 */
record MappedStatement(String type, String method, String sql, Place place) {}
