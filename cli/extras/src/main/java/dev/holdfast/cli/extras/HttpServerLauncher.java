package dev.holdfast.cli.extras;

import dev.holdfast.LockManager;
import dev.holdfast.cli.base.CommandFailure;
import dev.holdfast.cli.project.FileMap;
import dev.holdfast.cli.project.ServeSettings;
import dev.holdfast.cli.serve.ServerLauncher;
import dev.holdfast.config.internal.ConfigMistake;
import dev.holdfast.config.internal.SmallFile;
import dev.holdfast.server.AuditLogException;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerException;
import dev.holdfast.server.ServerOptions;
import dev.holdfast.server.SocketOptions;
import dev.holdfast.server.TlsOptions;
import dev.holdfast.server.WebOptions;
import dev.holdfast.server.http.Origins;
import dev.holdfast.server.options.AuditOptions;
import dev.holdfast.server.options.JwtOptions;
import dev.holdfast.server.options.LimitOptions;
import dev.holdfast.server.options.Quota;
import dev.holdfast.server.options.Quotas;
import dev.holdfast.server.options.SignInOptions;
import dev.holdfast.server.protocol.ResourceNames;
import dev.holdfast.server.protocol.SettingException;
import dev.holdfast.server.protocol.Settings;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves by the server. */
public final class HttpServerLauncher implements ServerLauncher {
    @Override
    public Running start(LockManager locks, LockStore store, ServeSettings settings) {
        try {
            HoldfastServer server = HoldfastServer.start(locks, store, options(settings));
            return new Running() {
                @Override
                public String address() {
                    return server.address();
                }

                @Override
                public String socketAddress() {
                    return server.socketAddress();
                }

                @Override
                public void close() {
                    server.close();
                }

                @Override
                public String farewell() {
                    return server.closingMessage();
                }
            };
        } catch (SettingException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        } catch (AuditLogException e) {
            throw CommandFailure.unwritable(String.valueOf(e.getMessage()));
        } catch (ServerException e) {
            throw CommandFailure.unreachable(String.valueOf(e.getMessage()));
        }
    }

    private static ServerOptions options(ServeSettings settings) {
        ServeSettings.SignIn signIn = settings.signIn();
        ServeSettings.Tls tls = settings.tls();
        ServerOptions options = new ServerOptions(settings.host(), settings.port());
        if (signIn != null) {
            options = options.signIn(
                    new SignInOptions(signIn.tokens(), jwt(signIn.jwt()), signIn.key(), signIn.session()));
        }
        if (tls != null) {
            options = options.tls(new TlsOptions(tls.certificate(), tls.key()));
        }
        ServeSettings.Socket socket = settings.socket();
        if (socket != null) {
            options = options.socket(new SocketOptions(
                    socket.path(), socket.group(), socket.everyone(), socket.users(), socket.others(), socket.alone()));
        }
        return options.web(web(settings.web()))
                .protocols(protocols(settings.protocols()))
                .webhooks(WebhookMapper.options(settings.webhooks()))
                .limits(limits(settings.limits(), options.limits()))
                .audit(audit(settings.audit()));
    }

    private static Map<String, Settings> protocols(ServeSettings.Protocols said) {
        Map<String, Settings> sections = new LinkedHashMap<>();
        said.sections()
                .forEach((name, values) -> sections.put(
                        name, new Settings("serve.protocols." + name, values, said.folder(), HttpServerLauncher::map)));
        return sections;
    }

    private static ResourceNames map(Path file) {
        try {
            return FileMap.read(file)::apply;
        } catch (IOException e) {
            throw new SettingException(
                    "The map " + file + " cannot be read: " + SmallFile.reason(e) + ". It must be a holdfast.yaml.");
        } catch (ConfigMistake e) {
            throw new SettingException(String.valueOf(e.getMessage()));
        }
    }

    private static WebOptions web(ServeSettings.Web said) {
        try {
            return new WebOptions(said.pages(), Origins.of(said.origins()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("serve.origins: " + e.getMessage());
        }
    }

    private static @Nullable AuditOptions audit(ServeSettings.Audit said) {
        Path file = said.file();
        return file == null
                ? null
                : new AuditOptions(
                        file,
                        said.refuse(),
                        said.maxBytes() == null ? AuditOptions.DEFAULT_BYTES : said.maxBytes(),
                        or(said.keep(), AuditOptions.DEFAULT_KEEP),
                        or(said.keepDays(), 0),
                        said.sync(),
                        said.key());
    }

    private static @Nullable JwtOptions jwt(ServeSettings.@Nullable Jwt jwt) {
        return jwt == null
                ? null
                : new JwtOptions(
                        jwt.issuer(), jwt.audience(), URI.create(jwt.jwks()), jwt.user(), jwt.name(), jwt.rights());
    }

    private static LimitOptions limits(ServeSettings.Limits said, LimitOptions defaults) {
        int rate = or(said.requestsPerSecond(), defaults.requestsPerSecond());
        return new LimitOptions(
                rate,
                or(said.burst(), Math.max(defaults.burst(), rate)),
                or(said.eventStreams(), defaults.eventStreams()),
                or(said.connections(), defaults.connections()),
                or(said.connectionsPerAddress(), defaults.connectionsPerAddress()),
                new Quotas(
                        quota(said.quotas().get("reader"), defaults.quotas().reader()),
                        quota(said.quotas().get("editor"), defaults.quotas().editor()),
                        quota(said.quotas().get("admin"), defaults.quotas().admin())));
    }

    private static Quota quota(ServeSettings.@Nullable Quota said, Quota defaults) {
        return said == null
                ? defaults
                : new Quota(
                        or(said.waits(), defaults.waits()),
                        or(said.locks(), defaults.locks()),
                        or(said.drafts(), defaults.drafts()),
                        or(said.draftBytes(), defaults.draftBytes()),
                        or(said.sessions(), defaults.sessions()),
                        or(said.streams(), defaults.streams()),
                        or(said.states(), defaults.states()),
                        or(said.rejectedStates(), defaults.rejectedStates()));
    }

    private static int or(@Nullable Integer said, int defaults) {
        return said == null ? defaults : said;
    }
}
