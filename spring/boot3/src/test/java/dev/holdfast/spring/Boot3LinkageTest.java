package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.springframework.util.ClassUtils;

/** The starter is compiled for Spring Boot 4. All that it calls is there with Spring Boot 3.5, under the same signature. */
class Boot3LinkageTest {
    /** Only with Spring Boot 4; {@link BootThreeHealth} takes its place. */
    private static final String ONLY_4 = "LocksHealthIndicator";

    private final Set<String> missing = new TreeSet<>();
    private int references;

    @Test
    void everyCall_isLinked() throws Exception {
        Path jar = Path.of(HoldfastProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream()
                    .filter(each ->
                            each.getName().endsWith(".class") && !each.getName().contains(ONLY_4))
                    .toList()) {
                try (InputStream bytes = file.getInputStream(entry)) {
                    read(new ClassReader(bytes));
                }
            }
        }
        assertThat(references).isGreaterThan(300);
        assertThat(missing).isEmpty();
    }

    private void read(ClassReader type) throws IOException {
        type.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode, String owner, String called, String of, boolean isInterface) {
                                link(type.getClassName(), owner, called, of);
                            }

                            @Override
                            public void visitInvokeDynamicInsn(
                                    String called, String of, Handle bootstrap, Object... arguments) {
                                Stream.of(arguments)
                                        .filter(Handle.class::isInstance)
                                        .map(Handle.class::cast)
                                        .forEach(handle -> link(
                                                type.getClassName(),
                                                handle.getOwner(),
                                                handle.getName(),
                                                handle.getDesc()));
                            }
                        };
                    }
                },
                0);
    }

    private void link(String from, String owner, String name, String descriptor) {
        if (!owner.startsWith("org/") || owner.contains("health/")) {
            return;
        }
        references++;
        String type = owner.replace('/', '.');
        if (!ClassUtils.isPresent(type, null)
                || !declares(ClassUtils.resolveClassName(type, null), name, descriptor, new HashSet<>())) {
            missing.add(from + " calls " + type + "." + name + descriptor);
        }
    }

    private static boolean declares(Class<?> type, String name, String descriptor, Set<Class<?>> seen) {
        if (type == null || !seen.add(type)) {
            return false;
        }
        List<Executable> members = new ArrayList<>(List.of(type.getDeclaredMethods()));
        members.addAll(List.of(type.getDeclaredConstructors()));
        boolean here =
                members.stream().anyMatch(member -> descriptor.equals(descriptor(member)) && name.equals(name(member)));
        return here
                || declares(type.isInterface() ? Object.class : type.getSuperclass(), name, descriptor, seen)
                || Stream.of(type.getInterfaces()).anyMatch(parent -> declares(parent, name, descriptor, seen));
    }

    private static String name(Executable member) {
        return member instanceof Method ? member.getName() : "<init>";
    }

    private static String descriptor(Executable member) {
        return member instanceof Method method
                ? Type.getMethodDescriptor(method)
                : Type.getConstructorDescriptor((Constructor<?>) member);
    }
}
