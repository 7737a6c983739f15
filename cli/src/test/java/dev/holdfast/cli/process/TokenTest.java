package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Stores;
import dev.holdfast.access.Passes;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.rules.Pass;
import dev.holdfast.store.LockStore;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens are made, listed and revoked in the store that a server would serve. */
final class TokenTest {
    @TempDir
    Path folder;

    private Holdfast.Done token(String... arguments) {
        String[] line = new String[arguments.length + 1];
        line[0] = "token";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        return Holdfast.in(folder).run(line);
    }

    @Test
    void token_isMadeListedAndRevoked() {
        String store = "sqlite:" + folder.resolve("locks.db");
        Holdfast.Done made = token(
                "create",
                "anna",
                "--role",
                "editor",
                "--prefix",
                "scene/",
                "--right",
                "reader",
                "--label",
                "laptop",
                "--display",
                "Anna Berg",
                "--ttl",
                "30d",
                "--store",
                store);
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.DONE);
        String secret = made.out().strip();
        assertThat(secret).matches("hf_[A-Za-z0-9_-]{43}");
        assertThat(made.err())
                .contains("laptop for anna, editor for scene/ and reader")
                .doesNotContain(secret);
        try (LockStore opened = Stores.open(store, InstantSource.system())) {
            Pass pass = new Passes(opened).find(secret).orElseThrow().pass();
            assertThat(pass.display()).isEqualTo("Anna Berg");
            assertThat(pass.rights()).containsExactly(new Pass.Right("editor", "scene/"), new Pass.Right("reader", ""));
            assertThat(pass.until()).isNotNull();
        }
        Holdfast.Done listed = token("list", "--store", store);
        assertThat(listed.out())
                .startsWith("laptop  ")
                .contains("anna, editor for scene/")
                .doesNotContain(secret);
        Holdfast.Done revoked = token("revoke", "laptop", "--store", store);
        assertThat(revoked.code()).isEqualTo(ExitCode.DONE);
        assertThat(revoked.err()).contains("Revoked laptop of anna");
        assertThat(token("list", "--store", store).err()).contains("There are no tokens");
        assertThat(token("revoke", "laptop", "--store", store).code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void token_ofAProject_isKeptBesideItsLocks() {
        String secret = token("create", "anna", "--role", "reader").out().strip();
        try (LockStore opened = Stores.open("file:" + folder.resolve(".locks"), InstantSource.system())) {
            assertThat(new Passes(opened).find(secret)).isPresent();
        }
        assertThat(Holdfast.in(folder).run("status").out()).doesNotContain("anna");
        assertThat(Holdfast.in(folder).run("doctor").code()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            create anna                                | Say what the token lets one do
            create anna --role wizard                  | There is no role 'wizard'; there are reader, editor, admin.
            create anna --prefix x                     | A prefix is for a role
            create anna --right wizard:x               | There is no role 'wizard'
            create --role reader                       | Write it as: holdfast token create NAME
            create anna ben --role reader              | Write it as: holdfast token create NAME
            create anna --role reader --ttl 0s         | A pass must last longer than no time
            list anna                                  | Write it as: holdfast token list
            revoke                                     | Write it as: holdfast token revoke LABEL
            revoke nothing                             | There is no token 'nothing'
            destroy                                    | Say create NAME, list or revoke LABEL, not 'destroy'.
            """)
    void mistake_isExplained(String line, String sentence) {
        Holdfast.Done done = token(line.split(" "));
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains(sentence).doesNotContain("Exception");
        assertThat(done.out()).isEmpty();
    }
}
