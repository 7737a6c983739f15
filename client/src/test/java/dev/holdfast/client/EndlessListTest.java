package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.LockAdmin.HistoryQuery;
import dev.holdfast.LockAdmin.LockQuery;
import dev.holdfast.StoreUnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server whose lists have no end. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndlessListTest {
    private static final String AS_OF = "\"asOf\":\"2026-03-01T10:00:00Z\"";
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    private static String page(String... names) {
        StringBuilder locks = new StringBuilder();
        for (String name : names) {
            locks.append(locks.length() == 0 ? "" : ",")
                    .append("{\"resource\":\"" + name + "\",\"version\":1,\"holders\":[],\"queue\":[]," + AS_OF + "}");
        }
        return "{\"locks\":[" + locks + "],\"more\":true," + AS_OF + "}";
    }

    /** Starts a server that answers with these pages in turn. */
    private HttpLocks answering(String... pages) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = pages[asked.size() % pages.length].getBytes(UTF_8);
            asked.add(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        return new HttpLocks(new Connection(ServerAddress.parse(address), () -> null));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void assertRefuses(HttpLocks locks) {
        assertThatThrownBy(() -> locks.list(""))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("goes on, but sent no further page");
    }

    @Test
    void list_emptyPagesThatGoOn_areRefused() throws IOException {
        assertRefuses(answering(page()));
        assertThat(asked).hasSize(1);
    }

    @Test
    void list_emptyPageAfterOthers_isRefused() throws IOException {
        assertRefuses(answering(page("a"), page("b"), page()));
        assertThat(asked).hasSize(3);
    }

    @Test
    void list_pagesThatComeAgain_areRefused() throws IOException {
        assertRefuses(answering(page("a", "b"), page("c")));
        assertThat(asked).hasSize(3);
    }

    @Test
    void list_upToALimit_isReadFromTheseToo() throws IOException {
        assertThat(answering(page("a", "b"), page("c")).list(LockQuery.ALL.limit(3)))
                .extracting(view -> view.resource())
                .containsExactly("a", "b", "c");
    }

    @Test
    void history_pageThatComesAgain_isRefused() throws IOException {
        String event =
                "{\"kind\":\"released\",\"resource\":\"a\",\"owner\":\"o\",\"name\":\"Ann\",\"mode\":\"exclusive\","
                        + "\"processes\":[],\"fence\":1,\"at\":\"2026-03-01T10:00:00Z\"}";
        HttpLocks locks = answering("{\"events\":[" + event + "],\"more\":true,\"next\":\"7.1\"}");
        assertThatThrownBy(() -> locks.history(new HistoryQuery("", null, 10_000)))
                .isInstanceOf(StoreUnreachableException.class)
                .hasMessageContaining("goes on, but sent no further page");
        assertThat(asked).hasSize(2);
    }
}
