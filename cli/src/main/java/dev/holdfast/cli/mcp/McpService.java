package dev.holdfast.cli.mcp;

import java.io.InputStream;
import java.io.OutputStream;

/** Speaks the Model Context Protocol over two streams. */
public interface McpService {
    /** Answers calls of those tools until nothing more can come in; then everything under way is answered. */
    void serve(Toolbox tools, String version, InputStream in, OutputStream out) throws InterruptedException;
}
