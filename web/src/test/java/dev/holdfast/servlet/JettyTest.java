package dev.holdfast.servlet;

import dev.holdfast.check.LongTest;
import org.junit.jupiter.api.BeforeAll;

@LongTest("the same application in another container; covered by TomcatTest in every check")
class JettyTest extends WebApplicationContract {
    @BeforeAll
    static void start() throws Exception {
        start(Node::jetty);
    }
}
