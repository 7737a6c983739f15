package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.holdfast.check.Extent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Answers with planted mistakes: each is read or refused, and the reading ends. */
class AnswerFuzzTest {
    private static final List<String> SOUND = List.of(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"locks\":[1]}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n2;x\r\n1}\r\n0\r\nT: 1\r\n\r\n",
            "HTTP/1.1 423 Locked\r\nRetry-After: 5\r\nConnection: close\r\n\r\n{\"status\":423}",
            "HTTP/1.1 204 No Content\r\n\r\n");
    private static final String[] PARTS = {
        "\r\n",
        "\n",
        "\r",
        ":",
        "0",
        "-1",
        "ffffffffffffffff",
        "Content-Length: 4\r\n",
        "Transfer-Encoding: chunked\r\n",
        "\0",
        "\u00ff",
        "HTTP/1.1 200 OK\r\n",
        ";",
        " ",
        "99999999999"
    };

    @Test
    void answers_withMistakes_areReadOrRefused() {
        Random random = new Random(17);
        int read = 0;
        for (int i = 0; i < Extent.of(30_000, 1_000_000); i++) {
            StringBuilder answer = new StringBuilder(SOUND.get(random.nextInt(SOUND.size())));
            for (int change = random.nextInt(4); change > 0; change--) {
                mutate(answer, random);
            }
            read += read(answer.toString()) ? 1 : 0;
        }
        assertThat(read).as("some are sound").isPositive();
    }

    private static void mutate(StringBuilder answer, Random random) {
        int at = random.nextInt(answer.length() + 1);
        int end = Math.min(answer.length(), at + random.nextInt(8));
        switch (random.nextInt(4)) {
            case 0 -> answer.insert(at, PARTS[random.nextInt(PARTS.length)]);
            case 1 -> answer.delete(at, end);
            case 2 -> answer.insert(at, answer.substring(at, end));
            default -> answer.setLength(Math.max(1, at));
        }
        if (answer.length() == 0) {
            answer.append('H');
        }
    }

    /** Returns whether it was read. */
    private static boolean read(String answer) {
        ByteArrayInputStream in = new ByteArrayInputStream(answer.getBytes(ISO_8859_1));
        try {
            AnswerHead head = AnswerHead.read(in);
            assertThat(head.status()).isBetween(200, 599);
            byte[] body = AnswerBody.of(head, in).readAllBytes();
            assertThat(body.length).isLessThanOrEqualTo(answer.length());
            return true;
        } catch (IOException e) {
            return false;
        } catch (RuntimeException e) {
            return fail("For " + answer.replace("\r", "\\r").replace("\n", "\\n"), e);
        }
    }
}
