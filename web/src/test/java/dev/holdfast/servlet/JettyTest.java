package dev.holdfast.servlet;

import org.junit.jupiter.api.BeforeAll;

class JettyTest extends WebApplicationContract {
    @BeforeAll
    static void start() throws Exception {
        start(Node::jetty);
    }
}
