/** The application that {@code docs/jwt.md} shows, apart from the package of the starter: it sees what every application sees. */
package dev.holdfast.spring.jwt;
