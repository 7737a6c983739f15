package dev.holdfast.shedlock;

import java.util.UUID;

class MemoryShedLockTest extends ShedLockContract {
    private final String address = "memory:" + UUID.randomUUID();

    @Override
    String address() {
        return address;
    }
}
