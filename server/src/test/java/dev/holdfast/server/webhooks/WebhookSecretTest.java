package dev.holdfast.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How calls are signed. */
class WebhookSecretTest {
    /** The values are those that libraries for Standard Webhooks are tested with. */
    @Test
    void signature_isThatOfStandardWebhooks() {
        WebhookSecret secret = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assertThat(secret.signatures("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void twoKeys_signBoth_whileOneReplacesTheOther() {
        String old = "a".repeat(32);
        String fresh = "b".repeat(32);
        assertThat(WebhookSecret.of(fresh + "\n" + old + "\n").signatures("1", 2, "{}"))
                .isEqualTo(WebhookSecret.of(fresh).signatures("1", 2, "{}") + " "
                        + WebhookSecret.of(old).signatures("1", 2, "{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tooShort", "whsec_", "whsec_c2hvcnQ=", "whsec_###secretsecretsecretsecret"})
    void aWeakSecret_isRefusedWithoutBeingShown(String text) {
        assertThatThrownBy(() -> WebhookSecret.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .doesNotContain("tooShort", "c2hvcnQ", "###");
    }

    @Test
    void aSecret_isNotShown() {
        assertThat(WebhookSecret.of("d".repeat(40)).toString()).doesNotContain("ddd");
    }
}
