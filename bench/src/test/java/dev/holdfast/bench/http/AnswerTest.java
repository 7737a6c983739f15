package dev.holdfast.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class AnswerTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nX: y\r\nContent-Length: 15\r\n\r\n{\"receipt\":\"ab\"";

    private final Answer answer = new Answer();

    private boolean take(String part) {
        return answer.take(ByteBuffer.wrap(part.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void take_byteByByte_isCompleteWithTheLast() {
        for (int i = 0; i < CREATED.length() - 1; i++) {
            assertThat(take(CREATED.substring(i, i + 1))).isFalse();
        }
        assertThat(take(CREATED.substring(CREATED.length() - 1))).isTrue();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.bodyBytes()).isEqualTo(15);
    }

    @Test
    void take_withoutABody_endsWithTheHead() {
        assertThat(take("HTTP/1.1 204 No Content\r\nx: y\r\n\r\n")).isTrue();
        assertThat(answer.bodyBytes()).isZero();
    }

    @Test
    void clear_letsTheNextAnswerBegin() {
        assertThat(take(CREATED)).isTrue();
        answer.clear();
        assertThat(take("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{")).isFalse();
        assertThat(take("}")).isTrue();
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void copyAfter_findsTheTextInTheBody_orFails() {
        take(CREATED);
        ByteBuffer target = ByteBuffer.allocate(2);
        answer.copyAfter("\"receipt\":\"".getBytes(StandardCharsets.UTF_8), target);
        assertThat(new String(target.array(), StandardCharsets.UTF_8)).isEqualTo("ab");
        assertThatThrownBy(() -> answer.copyAfter(new byte[] {'X', ':'}, ByteBuffer.allocate(2)))
                .hasMessageContaining("does not say");
    }

    @Test
    void require_anotherStatus_fails() {
        take(CREATED);
        answer.require(201);
        assertThatThrownBy(() -> answer.require(200)).hasMessageContaining("201 Created");
    }
}
