/** State and its lock for the clients of Terraform and OpenTofu. */
@NullMarked
package dev.holdfast.protocol.terraform;

import org.jspecify.annotations.NullMarked;
