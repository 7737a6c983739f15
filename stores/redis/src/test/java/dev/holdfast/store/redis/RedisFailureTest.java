package dev.holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.StoreUnwritableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of servers that are hard to bring about at will. */
class RedisFailureTest {
    private final RedisFailure failures =
            new RedisFailure(RedisSettings.of("redis://:secret@host:7000?insecure-password=on"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOADING Redis is loading the dataset in memory                      | StoreUnreachableException | loading",
                "BUSY Redis is busy running a script. You can only call SCRIPT KILL  | StoreUnreachableException | SCRIPT KILL",
                "MASTERDOWN Link with MASTER is down and replica-serve-stale-data no | StoreUnreachableException | MASTERDOWN",
                "NOREPLICAS Not enough good replicas to write.                       | StoreUnreachableException | NOREPLICAS",
                "ERR max number of clients reached                                   | StoreUnreachableException | clients",
                "CLUSTERDOWN The cluster is down                                     | StoreUnreachableException | CLUSTERDOWN",
                "MISCONF Redis is configured to save RDB snapshots, but cannot       | StoreUnwritableException  | room on its disk",
                "ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -OOM command not allowed | StoreUnwritableException | maxmemory",
                "OOM command not allowed when used memory > 'maxmemory'.             | StoreUnwritableException  | maxmemory",
                "READONLY You can't write against a read only replica.               | StoreUnwritableException  | master",
                "MOVED 3999 127.0.0.1:6381                                           | StoreUnwritableException  | another node",
                "ERR AUTH <password> called without any password configured          | StoreUnwritableException  | no password",
            })
    void refusal_known_saysThatNothingWasChanged(String said, String type, String says) {
        Throwable refusal = new ExecutionException(new RedisCommandExecutionException(said));
        for (StoreException told : new StoreException[] {failures.ofChange(refusal), failures.unchanged(refusal)}) {
            assertThat(told.getClass().getSimpleName()).isEqualTo(type);
            assertThat(told).hasMessageContaining("Redis at host:7000").hasMessageContaining(says);
            assertThat(told).hasMessageNotContaining("secret");
        }
    }

    @Test
    void refusal_unknown_ofAChange_leavesItOpen() {
        Throwable strange = new RedisCommandExecutionException("ERR something new");
        assertThat(failures.ofChange(strange)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(failures.unchanged(strange))
                .isInstanceOf(StoreUnwritableException.class)
                .hasMessageContaining("ERR something new");
    }

    @Test
    void answer_missing_ofAChange_leavesItOpen() {
        for (Throwable lost : new Throwable[] {new TimeoutException(), new RedisException("Connection closed")}) {
            assertThat(failures.ofChange(lost)).isInstanceOf(OutcomeUnknownException.class);
            assertThat(failures.unchanged(lost)).isInstanceOf(StoreUnreachableException.class);
        }
    }

    @Test
    void reason_isUnknown_ifTheConnectionWasClosedDuringTheHandshake() {
        for (String closed : List.of("Connection closed prematurely", "RedisHandshakeHandler not registered")) {
            assertThat(RedisFailure.saysWhy(
                            new RedisConnectionException("Unable to connect", new RedisConnectionException(closed))))
                    .as(closed)
                    .isFalse();
        }
        assertThat(RedisFailure.saysWhy(new RedisConnectionException("Unable to connect", new IOException("refused"))))
                .isTrue();
    }
}
