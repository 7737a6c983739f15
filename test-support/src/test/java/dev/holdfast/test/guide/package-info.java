/** The application and the tests that {@code docs/testing.md} shows. */
package dev.holdfast.test.guide;
