package dev.holdfast.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockManager;
import dev.holdfast.LockRequest;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.Policy.Privacy;
import dev.holdfast.Refusal;
import dev.holdfast.Refusal.Reason;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sentences for users: who, until when and what to do, without hints for developers. */
class RefusalSentenceTest {
    private static final Instant NOW = Instant.parse("2026-11-15T10:47:00Z");

    @TempDir
    Path folder;

    private static String sentence(Refusal refusal, Locale locale, Privacy privacy) {
        Words words = Words.in(locale);
        return new RefusalSentence(refusal, words, new WordTimes(words, ZoneOffset.UTC, refusal.asOf()), privacy)
                .text();
    }

    private Refusal refused() throws InterruptedException {
        try (LockManager locks = LockManager.open("sqlite:" + folder.resolve("locks.db"))) {
            locks.acquire(LockRequest.of("policy/1")
                    .owner(Owner.of("a").named("Anna"))
                    .note("Claim of Bob"));
            return locks.tryAcquire(LockRequest.of("policy/1").owner(Owner.of("b")))
                    .refusals()
                    .get(0);
        }
    }

    @Test
    void held_saysWhoAndWhy_asFarAsThePolicyAllows() throws InterruptedException {
        Refusal refused = refused();
        assertThat(sentence(refused, Locale.GERMAN, Privacy.OPEN))
                .matches("policy/1 ist seit .* Uhr durch Anna gesperrt\\..* Notiz: „Claim of Bob“\\. Warten Sie, .*");
        assertThat(sentence(refused, Locale.ENGLISH, Privacy.NAME_ONLY))
                .isEqualTo("policy/1 is held by Anna. Wait for it, or try again later.");
        assertThat(sentence(refused, Locale.GERMAN, Privacy.HIDDEN))
                .isEqualTo("policy/1 ist durch eine andere Person gesperrt. Warten Sie, oder versuchen Sie es später"
                        + " wieder.");
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReason_hasASentence_withoutCallsOfMethods(Reason reason) {
        Refusal refusal = new Refusal("policy/1", reason, List.of(), NOW.plusSeconds(600), NOW);
        for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
            assertThat(sentence(refusal, locale, Privacy.OPEN))
                    .startsWith("policy/1 ")
                    .endsWith(".")
                    .doesNotContain("(", "handle", "--");
        }
        assertThat(sentence(refusal, Locale.GERMAN, Privacy.OPEN))
                .isNotEqualTo(sentence(refusal, Locale.ENGLISH, Privacy.OPEN));
    }

    @Test
    void loss_saysWho_inTheLanguageOfTheReader() {
        try (LockManager locks = LockManager.open("sqlite:" + folder.resolve("locks.db"))) {
            String[] said = new String[1];
            OwnerSource reader = new OwnerSource() {
                @Override
                public Owner known() {
                    return Owner.of("a");
                }

                @Override
                public Owner taking() {
                    return known();
                }

                @Override
                public boolean lives() {
                    return true;
                }

                @Override
                public Locale locale() {
                    return Locale.GERMAN;
                }

                @Override
                public OwnerSource elsewhere() {
                    return this;
                }
            };
            CurrentOwner.set(reader);
            try {
                said[0] = Sentences.sentence(new Loss("policy/1", Optional.empty(), Optional.of(Instant.EPOCH)), locks);
            } finally {
                CurrentOwner.set(null);
            }
            assertThat(said[0])
                    .startsWith("Ihre Sperre von policy/1 ist beendet: Die Zeit ist abgelaufen")
                    .endsWith("Ihr Text bleibt erhalten, so wie er zuletzt gespeichert wurde.");
        }
    }
}
