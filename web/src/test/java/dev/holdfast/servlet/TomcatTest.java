package dev.holdfast.servlet;

import org.junit.jupiter.api.BeforeAll;

class TomcatTest extends WebApplicationContract {
    @BeforeAll
    static void start() throws Exception {
        start(Node::tomcat);
    }
}
