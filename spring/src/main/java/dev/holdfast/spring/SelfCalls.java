package dev.holdfast.spring;

import dev.holdfast.spring.LockMethods.Lock;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds calls by which an object calls its own methods with lock annotations, past its proxy. Reads the class files of these
 * beans alone. A method that has a second object of its class, such as its own proxy, is not judged.
 */
final class SelfCalls extends ClassVisitor {
    private static final Log LOG = LogFactory.getLog(SelfCalls.class);

    /**
     * A call that no proxy sees.
     *
     * @param caller the class and the name of the calling method
     */
    record Call(String caller, Method method, Lock lock) {}

    private final Set<String> classes;
    private final Map<Method, Set<Lock>> methods;
    private final List<Call> found = new ArrayList<>();
    private String current = "";

    private SelfCalls(Set<String> classes, Map<Method, Set<Lock>> methods) {
        super(SpringAsmInfo.ASM_VERSION);
        this.classes = classes;
        this.methods = methods;
    }

    static List<Call> of(Class<?> type, Map<Method, Set<Lock>> methods) {
        if (methods.isEmpty()) {
            return List.of();
        }
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            classes.add(each);
        }
        Set<String> names = new HashSet<>();
        classes.forEach(each -> names.add(Type.getInternalName(each)));
        SelfCalls calls = new SelfCalls(names, methods);
        classes.forEach(calls::read);
        return calls.found;
    }

    private void read(Class<?> type) {
        try (InputStream file = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (file != null) {
                current = type.getSimpleName();
                new ClassReader(file).accept(this, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("The class file of " + type.getName() + " is not looked at for calls within the object.", e);
        }
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_STATIC)) != 0 || names(descriptor) ? null : new Body(name);
    }

    /** Returns whether a type, or a parameter or result of a method, is one of the classes. */
    private boolean names(String descriptor) {
        return classes.stream().anyMatch(each -> descriptor.contains("L" + each + ";"));
    }

    private final class Body extends MethodVisitor {
        private final String name;
        private final Set<Method> called = new HashSet<>();
        private boolean another;

        Body(String name) {
            super(SpringAsmInfo.ASM_VERSION);
            this.name = name.startsWith("lambda$") ? name.split("\\$", -1)[1] : name;
        }

        private void call(String owner, String method, String descriptor) {
            if (classes.contains(owner)) {
                methods.keySet().stream()
                        .filter(each -> each.getName().equals(method)
                                && Type.getMethodDescriptor(each).equals(descriptor))
                        .forEach(called::add);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            another |= names(Type.getReturnType(descriptor).getDescriptor());
            if (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKESPECIAL) {
                call(owner, method, descriptor);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String method, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && names(descriptor)) { // this::method
                    call(handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            another |= (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) && names(descriptor);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            another |=
                    (opcode == Opcodes.NEW || opcode == Opcodes.CHECKCAST) && (classes.contains(type) || names(type));
        }

        @Override
        public void visitEnd() {
            if (!another) {
                called.forEach(method -> methods.getOrDefault(method, Set.of()).stream()
                        .filter(lock -> !hasSame(lock))
                        .forEach(lock -> found.add(new Call(current + "." + name, method, lock))));
            }
        }

        /** Returns whether the caller has the same lock by an annotation of its own. */
        private boolean hasSame(Lock wanted) {
            return methods.entrySet().stream()
                    .filter(entry -> entry.getKey().getName().equals(name))
                    .flatMap(entry -> entry.getValue().stream())
                    .anyMatch(lock -> lock.lock().equals(wanted.lock()));
        }
    }
}
