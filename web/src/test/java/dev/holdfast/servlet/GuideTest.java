package dev.holdfast.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.Policies;
import dev.holdfast.Policy;
import dev.holdfast.servlet.guide.OrderLocks;
import dev.holdfast.servlet.guide.OrderServlet;
import jakarta.servlet.ServletContextEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ContextResource;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** What {@code docs/servlet.md} shows is what runs here. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuideTest {
    @TempDir
    Path folder;

    private static String guide() throws IOException {
        return Files.readString(Path.of("../docs/servlet.md"));
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(guide())
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void samples_areOfTheApplicationThatRuns() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/holdfast/servlet/guide"))) {
            for (Path file : files.toList()) {
                sources.append(Files.readString(file)).append('\n');
            }
        }
        assertThat(blocks("java"))
                .hasSize(3)
                .allSatisfy(sample -> assertThat(sources).contains(sample));
    }

    @Test
    void everyParameter_isOneThatIsRead() throws IOException {
        String listener = Files.readString(Path.of("src/main/java/dev/holdfast/servlet/HoldfastListener.java"));
        List<String> read = names("getInitParameter\\(\"([a-z.]+)\"\\)", listener);
        assertThat(names("\n\\| `(holdfast\\.[a-z.]+)`", guide())).containsExactlyInAnyOrderElementsOf(read);
    }

    private static List<String> names(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /** As web.xml declares it: by the names of the listener and of the DataSource. */
    @Test
    void webXml_isEnough() throws Exception {
        String declared = blocks("xml").get(1);
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.enableNaming();
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        context.addParameter(
                names("<param-name>(.*)</", declared).get(0),
                names("<param-value>(.*)</", declared).get(0));
        context.addApplicationListener(names("<listener-class>(.*)</", declared).get(0));
        context.getNamingResources().addResource(orders(url));
        FilterDef user = new FilterDef();
        user.setFilterName("user");
        user.setFilter(new UserHeader());
        context.addFilterDef(user);
        FilterMap all = new FilterMap();
        all.setFilterName("user");
        all.addURLPattern("/*");
        context.addFilterMap(all);
        Tomcat.addServlet(context, "orders", new OrderServlet());
        context.addServletMappingDecoded("/orders/*", "orders");
        tomcat.start();
        try {
            makeOrder(url);
            Node node = new Node(tomcat.getConnector().getLocalPort(), () -> {});
            assertClaimedAndCompleted(node);
            Policies policies = new OrderLocks() {
                Policies visible() {
                    return policies();
                }
            }.visible();
            Policy order = policies.forResource("order/42");
            assertThat(order.lease().absolute()).isEqualTo(Duration.ofMinutes(30));
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private static void assertClaimedAndCompleted(Node node) {
        Browser anna = Browser.of("anna", node);
        Browser ben = Browser.of("ben", node);
        assertThat(anna.post("/orders/42/claim").body()).isEqualTo("waiting");
        Browser.Answer refused = ben.post("/orders/42/claim");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.json().get("detail")).asString().startsWith("order/42 has been held by anna since ");
        assertThat(ben.post("/orders/42/complete").status()).isEqualTo(409);
        assertThat(anna.post("/orders/42/complete").status()).isEqualTo(200);
        assertThat(ben.post("/orders/42/claim").body()).isEqualTo("completed");
    }

    private static ContextResource orders(String url) {
        ContextResource orders = new ContextResource();
        orders.setName("jdbc/orders");
        orders.setType(SQLiteDataSource.class.getName());
        orders.setProperty("factory", "org.apache.naming.factory.BeanFactory");
        orders.setProperty("url", url + "?transaction_mode=IMMEDIATE");
        return orders;
    }

    private static void makeOrder(String url) throws Exception {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(url);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id int PRIMARY KEY, state text)");
            statement.execute("INSERT INTO orders VALUES (42, 'waiting')");
        }
    }

    @Test
    void noPlace_isToldWithWhatToDo() throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        new HoldfastListener().contextInitialized(new ServletContextEvent(context.getServletContext())))
                .withMessageContaining("holdfast.datasource")
                .withMessageContaining("holdfast.store");
    }
}
