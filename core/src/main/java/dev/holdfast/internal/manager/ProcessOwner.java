package dev.holdfast.internal.manager;

import dev.holdfast.Owner;
import dev.holdfast.ProcessId;
import dev.holdfast.internal.process.ProcessTable;
import java.util.List;
import java.util.UUID;

/** The owner that stands for this process when a request and its manager name none. */
final class ProcessOwner {
    private ProcessOwner() {}

    static Owner create(ProcessTable processes) {
        ProcessId self = processes.self();
        String user = System.getProperty("user.name", "");
        String name = (user.isBlank() ? "unknown" : user) + (self.host().isEmpty() ? "" : "@" + self.host());
        return new Owner(UUID.randomUUID().toString(), name, "", List.of(self));
    }
}
