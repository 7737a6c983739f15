package dev.holdfast.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocalFileSystemTest {
    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "NTFS", "f2fs", "REFS"})
    void diskOfThisMachine_isLocal(String type) {
        assertThat(LocalFileSystem.isLocalType(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "virtiofs", "ceph", "gfs2", ""})
    void sharedOrUnknownType_isNotLocal(String type) {
        assertThat(LocalFileSystem.isLocalType(type)).isFalse();
    }

    @Test
    void type_isReadInAnyLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(LocalFileSystem.isLocalType("FUSEBLK")).isTrue();
            assertThat(LocalFileSystem.isLocalType("NILFS2")).isTrue();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void windowsRoot_isLocalOnlyOnTheSystemsDrive() {
        assertThat(LocalFileSystem.isLocalRoot("C:\\", "C:")).isTrue();
        assertThat(LocalFileSystem.isLocalRoot("c:\\", "C:")).isTrue();
        assertThat(LocalFileSystem.isLocalRoot("Z:\\", "C:")).isFalse();
        assertThat(LocalFileSystem.isLocalRoot("\\\\server\\share\\", "C:")).isFalse();
        assertThat(LocalFileSystem.isLocalRoot("C:\\", null)).isFalse();
    }

    @Test
    void pathThatDoesNotExistYet_isJudgedByItsParent(@TempDir Path directory) {
        assertThat(LocalFileSystem.isLocal(directory.resolve("a/b/c"))).isEqualTo(LocalFileSystem.isLocal(directory));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void pseudoFileSystem_isNotLocal() {
        assertThat(LocalFileSystem.isLocal(Path.of("/proc/self"))).isFalse();
    }
}
