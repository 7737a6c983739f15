package dev.holdfast.server.access;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import java.io.IOException;
import java.net.URL;

/** Fetches the keys of an issuer, and remembers whether that went well the last time. */
final class IssuerKeys extends DefaultResourceRetriever {
    private static final int PATIENCE_MILLIS = 3_000;
    private static final int MOST_BYTES = 1 << 20;

    private volatile boolean reached;

    IssuerKeys() {
        super(PATIENCE_MILLIS, PATIENCE_MILLIS, MOST_BYTES);
    }

    boolean reached() {
        return reached;
    }

    @Override
    public Resource retrieveResource(URL url) throws IOException {
        reached = false;
        Resource keys = super.retrieveResource(url);
        reached = true;
        return keys;
    }
}
