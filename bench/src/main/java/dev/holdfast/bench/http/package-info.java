/** Servers in their own processes, and connections that send requests as fast as they are answered. */
@NullMarked
package dev.holdfast.bench.http;

import org.jspecify.annotations.NullMarked;
