/** Web applications in real containers. */
package dev.holdfast.servlet;
