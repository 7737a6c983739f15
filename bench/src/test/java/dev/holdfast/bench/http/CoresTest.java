package dev.holdfast.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class CoresTest {
    @Test
    void numbers_areListedAndInRanges() {
        assertThat(Cores.numbers("0")).containsExactly(0);
        assertThat(Cores.numbers("0-2,5,7-8\n")).containsExactly(0, 1, 2, 5, 7, 8);
    }

    @Test
    void forServer_withTwo_isTheFirst_andTheReportSaysSo() {
        Cores cores = new Cores(List.of(3, 4));
        assertThat(cores.forServer(List.of("java"))).containsExactly("taskset", "-c", "3", "java");
        assertThat(cores.sentence()).contains("processor 3", "processor 4");
    }

    @Test
    void forServer_withOneOrNone_isAsItWas_andTheReportSaysSo() throws Exception {
        Cores cores = new Cores(List.of());
        assertThat(cores.forServer(List.of("java"))).containsExactly("java");
        assertThat(cores.sentence()).contains("share");
        AtomicBoolean ran = new AtomicBoolean();
        cores.load(() -> ran.set(true));
        assertThat(ran).isTrue();
    }
}
