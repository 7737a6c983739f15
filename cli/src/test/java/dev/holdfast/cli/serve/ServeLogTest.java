package dev.holdfast.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreUnreachableException;
import dev.holdfast.cli.project.LogFormat;
import dev.holdfast.internal.storage.Log;
import dev.holdfast.internal.storage.Outage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServeLogTest {
    private final Logger root = Logger.getLogger("");
    private final Handler[] before = root.getHandlers();

    @AfterEach
    void restore() {
        for (Handler ours : root.getHandlers()) {
            root.removeHandler(ours);
        }
        for (Handler handler : before) {
            root.addHandler(handler);
        }
    }

    @Test
    void outage_isALineInTheFormatOfTheServer() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ServeLog.on(new PrintStream(out, true, UTF_8), LogFormat.JSON);
        Outage.ofStore(Log.MANAGER, "The store x").failed(Outage.READ, new StoreUnreachableException("Away.", null));
        assertThat(out.toString(UTF_8))
                .endsWith("\"level\":\"WARN\",\"logger\":\"dev.holdfast\",\"message\":\"The store x fails: Away.\"}\n");
    }
}
