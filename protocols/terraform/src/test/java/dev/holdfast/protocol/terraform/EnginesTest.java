package dev.holdfast.protocol.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engines.MariaServer;
import dev.holdfast.engines.PostgresServer;
import dev.holdfast.protocol.terraform.TerraformClient.Told;
import dev.holdfast.testkit.Race;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same on database servers, with two servers of Holdfast on one store. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EnginesTest {
    @Test
    void postgresql_keepsStates() throws Exception {
        assertStatesAreKept(PostgresServer.shared().address() + "?connections=6&timeout=2m&schema=states");
    }

    @Test
    void mariadb_keepsStates() throws Exception {
        assertStatesAreKept(MariaServer.shared().address() + "?connections=6&timeout=2m");
    }

    private static void assertStatesAreKept(String address) throws Exception {
        byte[] large = new byte[3 << 20];
        new Random(7).nextBytes(large);
        try (StateServer one = StateServer.at(address);
                StateServer two = StateServer.at(address)) {
            TerraformClient ann = one.client("ann", "editor");
            TerraformClient ben = two.client("ben", "editor");
            List<Told> told =
                    Race.run(8, i -> () -> i % 2 == 0 ? ann.lock("net", "id-" + i) : ben.lock("net", "id-" + i));
            assertThat(told).filteredOn(each -> each.status() == 200).hasSize(1);
            String id = told.stream()
                    .filter(each -> each.status() == 200)
                    .map(each -> String.valueOf(each.json().get("ID")))
                    .findFirst()
                    .orElseThrow();
            boolean even = id.charAt(3) % 2 == 0;
            assertWritten(even ? ann : ben, even ? ben : ann, id, large);
        }
    }

    private static void assertWritten(TerraformClient holder, TerraformClient other, String id, byte[] large)
            throws IOException {
        assertThat(holder.put("net", id, large).status()).isEqualTo(200);
        assertThat(other.get("net").body()).isEqualTo(large);
        assertThat(other.put("net", "id-9", "late").status()).isEqualTo(409);
        assertThat(other.put("net", "", "no lock").status()).isEqualTo(423);
        assertThat(holder.put("net", id, "two").status()).isEqualTo(200);
        assertThat(holder.unlock("net", id).status()).isEqualTo(200);
        assertThat(other.lock("net", "id-next").status()).isEqualTo(200);
        assertThat(other.get("net").text()).isEqualTo("two");
    }
}
