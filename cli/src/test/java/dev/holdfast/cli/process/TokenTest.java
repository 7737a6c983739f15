package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.base.ExitCode;
import dev.holdfast.internal.access.AccessTokens;
import dev.holdfast.internal.base.Text;
import dev.holdfast.internal.rules.AccessToken;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    @ParameterizedTest
    @CsvSource({"a\u202Eb,,,", "anna,a\u202Eb,,", "anna,,a\u200Bb,", "anna,,,a\u202Eb/"})
    void texts_thatHideCharacters_areRefused(String user, String display, String label, String prefix) {
        List<String> line = new ArrayList<>(
                List.of("create", user, "--role", "reader", "--store", "sqlite:" + folder.resolve("locks.db")));
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--display", display);
        options.put("--label", label);
        options.put("--prefix", prefix);
        options.forEach((option, value) -> {
            if (value != null) {
                line.addAll(List.of(option, value));
            }
        });
        Holdfast.Done refused = token(line.toArray(new String[0]));
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("must not contain control characters, or marks");
    }

    /** An earlier version accepted such names. */
    @Test
    void list_ofTokensThatHideCharacters_showsThemAsNumbers() {
        String store = "sqlite:" + folder.resolve("locks.db");
        try (LockStore opened = StoreProvider.openStore(store, InstantSource.system())) {
            AccessToken old = AccessToken.of("a\u202Eb", List.of(new AccessToken.Right("reader", "c\u200Bd/")))
                    .label("e\u2066f");
            new AccessTokens(opened).keep(AccessTokens.name("hf_old"), old);
        }
        String listed = token("list", "--store", store).out();
        assertThat(listed).contains("a\\u202Eb").contains("c\\u200Bd/").contains("e\\u2066f");
        assertThat(Text.firstHidden(listed.replace("\n", ""))).isEqualTo(-1);
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
                "--expires",
                "30d",
                "--store",
                store);
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.DONE);
        String secret = made.out().strip();
        assertThat(secret).matches("hf_[A-Za-z0-9_-]{43}");
        assertThat(made.err())
                .contains("laptop for anna, editor for scene/ and reader")
                .doesNotContain(secret);
        try (LockStore opened = StoreProvider.openStore(store, InstantSource.system())) {
            AccessToken token =
                    new AccessTokens(opened).find(secret).orElseThrow().token();
            assertThat(token.display()).isEqualTo("Anna Berg");
            assertThat(token.rights())
                    .containsExactly(new AccessToken.Right("editor", "scene/"), new AccessToken.Right("reader", ""));
            assertThat(token.until()).isNotNull();
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
        try (LockStore opened = StoreProvider.openStore("file:" + folder.resolve(".locks"), InstantSource.system())) {
            assertThat(new AccessTokens(opened).find(secret)).isPresent();
        }
        assertThat(Holdfast.in(folder).run("status").out()).doesNotContain("anna");
        assertThat(Holdfast.in(folder).run("doctor").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void token_expiresUnlessSaidOtherwise_andTheAdviceNamesTheStore() {
        String store = "sqlite:" + folder.resolve("locks.db");
        Holdfast.Done made = token("create", "anna", "--role", "reader", "--store", store);
        assertThat(made.err()).contains("holdfast token revoke anna --store " + store);
        token("create", "ben", "--role", "reader", "--expires", "never", "--store", store);
        try (LockStore opened = StoreProvider.openStore(store, InstantSource.system())) {
            assertThat(new AccessTokens(opened).list())
                    .extracting(known -> known.token().life())
                    .containsExactlyInAnyOrder(Duration.ofDays(90), null);
        }
        assertThat(token("create", "carl", "--role", "reader").err()).doesNotContain("--store");
    }

    @Test
    void token_isLimitedToVerbsAndNames() {
        String secret = token(
                        "create", "anna", "--role", "editor", "--name", "a/1", "--right", "reader=b", "--only", "look")
                .out()
                .strip();
        try (LockStore opened = StoreProvider.openStore("file:" + folder.resolve(".locks"), InstantSource.system())) {
            assertThat(new AccessTokens(opened)
                            .find(secret)
                            .orElseThrow()
                            .token()
                            .rights())
                    .containsExactly(
                            new AccessToken.Right("editor", "a/1", true, Set.of("look")),
                            new AccessToken.Right("reader", "b", true, Set.of("look")));
        }
        assertThat(token("list").out()).contains("editor for a/1 alone (only look) and reader for b alone (only look)");
    }

    @Test
    void token_isRotated() {
        String old = token("create", "anna", "--role", "reader").out().strip();
        Holdfast.Done rotated = token("rotate", "anna", "--grace", "2h");
        assertThat(rotated.code()).as(rotated.err()).isEqualTo(ExitCode.DONE);
        assertThat(rotated.err()).contains("The old secret counts for 2h.");
        String fresh = rotated.out().strip();
        assertThat(fresh).startsWith("hf_").isNotEqualTo(old);
        assertThat(token("rotate", "anna", "--grace", "0s").err()).contains("refused within 5 s");
        try (LockStore opened = StoreProvider.openStore("file:" + folder.resolve(".locks"), InstantSource.system())) {
            AccessTokens tokens = new AccessTokens(opened);
            assertThat(tokens.find(old)).as("in its grace").isPresent();
            assertThat(tokens.find(fresh)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            create anna                                | Say what the token lets one do
            create anna --role wizard                  | There is no role 'wizard'; there are reader, editor, admin.
            create anna --prefix x                     | A prefix or name is for a role
            create anna --right wizard:x               | There is no role 'wizard'
            create --role reader                       | Write it as: holdfast token create NAME
            create anna ben --role reader              | Write it as: holdfast token create NAME
            create anna --role reader --expires 0s     | A token must last longer than 0 seconds
            create anna --role reader --expires soon   | is not a duration
            create anna --role reader --only fly       | There is no verb 'fly'; there are look, take, keep, release, force.
            create anna --role reader --prefix a --name b | Say --prefix for several resources or --name for one
            rotate nothing                             | There is no token 'nothing'
            rotate                                     | Write it as: holdfast token rotate LABEL
            rotate nothing --grace 91d                 | at most 90d
            use ftp://server                           | must begin with https://, http:// or unix:
            use http://locks.example.org               | use https://
            use https://anna:x@locks.example.org       | neither a user nor a query
            use http://127.0.0.1:1                     | This is not a token
            forget                                     | Write it as: holdfast token forget SERVER
            list anna                                  | Write it as: holdfast token list
            revoke                                     | Write it as: holdfast token revoke LABEL
            revoke nothing                             | There is no token 'nothing'
            destroy                                    | Say create NAME, list, rotate LABEL, revoke LABEL, use SERVER or forget SERVER, not 'destroy'.
            """)
    void mistake_isExplained(String line, String sentence) {
        Holdfast.Done done = token(line.split(" "));
        assertThat(done.code()).isEqualTo(ExitCode.USAGE);
        assertThat(done.err()).contains(sentence).doesNotContain("Exception");
        assertThat(done.out()).isEmpty();
    }
}
