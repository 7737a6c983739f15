/** An application with Hibernate that the tests start. */
package dev.holdfast.spring.jpa.office;
