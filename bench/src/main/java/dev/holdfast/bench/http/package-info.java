/** Servers in processes of their own, and connections that ask them for something as fast as they answer. */
@NullMarked
package dev.holdfast.bench.http;

import org.jspecify.annotations.NullMarked;
