/** The web application of {@code docs/servlet.md}. */
package dev.holdfast.servlet.guide;
