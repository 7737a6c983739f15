package dev.holdfast.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites a class of the product so that a {@link Scheduler} runs its threads: calls of the JDK that wait, wake or tell the time
 * become calls of {@link Hooks}, and before each use of something that threads share another thread may run.
 */
final class Rewriter extends ClassVisitor {
    private static final String HOOKS = Type.getInternalName(Hooks.class);
    private static final String PROCESSES = "dev/holdfast/simulation/world/SimulatedProcesses";
    private static final String THREAD = "java/lang/Thread";
    private static final String THROWABLE = "java/lang/Throwable";
    private static final String CONCURRENT = "java/util/concurrent/";

    /** Calls of the JDK, and the hook in place of each. The hook takes the receiver as its first argument. */
    static final Map<String, String> REPLACED = Map.ofEntries(
            Map.entry("java/util/concurrent/locks/LockSupport.park()V", "park()V"),
            Map.entry("java/util/concurrent/locks/LockSupport.park(Ljava/lang/Object;)V", "park(Ljava/lang/Object;)V"),
            Map.entry("java/util/concurrent/locks/LockSupport.parkNanos(J)V", "parkNanos(J)V"),
            Map.entry(
                    "java/util/concurrent/locks/LockSupport.parkNanos(Ljava/lang/Object;J)V",
                    "parkNanos(Ljava/lang/Object;J)V"),
            Map.entry(
                    "java/util/concurrent/locks/LockSupport.unpark(Ljava/lang/Thread;)V",
                    "unpark(Ljava/lang/Thread;)V"),
            Map.entry("java/lang/System.nanoTime()J", "nanoTime()J"),
            Map.entry("java/lang/Thread.currentThread()Ljava/lang/Thread;", "currentThread()Ljava/lang/Thread;"),
            Map.entry("java/lang/Thread.start()V", "start(Ljava/lang/Thread;)V"),
            Map.entry("java/lang/Thread.join(J)V", "join(Ljava/lang/Thread;J)V"),
            Map.entry("java/lang/Thread.interrupted()Z", "interrupted()Z"),
            Map.entry("java/lang/Thread.isInterrupted()Z", "isInterrupted(Ljava/lang/Thread;)Z"),
            Map.entry("java/lang/Thread.interrupt()V", "interrupt(Ljava/lang/Thread;)V"),
            Map.entry("java/util/concurrent/locks/ReentrantLock.lock()V", "enter(Ljava/lang/Object;)V"),
            Map.entry("java/util/concurrent/locks/ReentrantLock.unlock()V", "exit(Ljava/lang/Object;)V"),
            Map.entry("java/lang/Object.wait()V", "await(Ljava/lang/Object;)V"),
            Map.entry("java/lang/Object.wait(J)V", "await(Ljava/lang/Object;J)V"),
            Map.entry("java/lang/Object.notifyAll()V", "notifyAll(Ljava/lang/Object;)V"),
            Map.entry(
                    "java/util/concurrent/CompletableFuture.join()Ljava/lang/Object;",
                    "join(Ljava/util/concurrent/CompletableFuture;)Ljava/lang/Object;"),
            Map.entry("java/util/UUID.randomUUID()Ljava/util/UUID;", "uuid()Ljava/util/UUID;"),
            Map.entry("dev/holdfast/Receipt$Entropy.next()[B", "secret(Ljava/lang/Object;)[B"),
            Map.entry("dev/holdfast/spi/Key$Kind.hashCode()I", "hash(Ljava/lang/Enum;)I"),
            Map.entry(
                    "dev/holdfast/internal/process/ProcessTable.self()Ldev/holdfast/ProcessId;",
                    PROCESSES + ".self(Ldev/holdfast/internal/process/ProcessTable;)Ldev/holdfast/ProcessId;"),
            Map.entry(
                    "dev/holdfast/internal/process/ProcessTable.check(Ldev/holdfast/ProcessId;Ljava/time/Instant;Ljava/util/function/BooleanSupplier;)Ldev/holdfast/internal/process/Liveness;",
                    PROCESSES
                            + ".check(Ldev/holdfast/internal/process/ProcessTable;Ldev/holdfast/ProcessId;Ljava/time/Instant;Ljava/util/function/BooleanSupplier;)Ldev/holdfast/internal/process/Liveness;"));

    /** The classes that are safe to call as they are, since their methods never wait. Before each call another thread may run. */
    private static final Set<String> SHARED = Set.of(
            "java/util/concurrent/ConcurrentHashMap",
            "java/util/concurrent/ConcurrentMap",
            "java/util/concurrent/ConcurrentLinkedQueue",
            "java/util/concurrent/ConcurrentLinkedDeque",
            "java/util/concurrent/CompletableFuture",
            "java/util/concurrent/CompletionStage",
            "java/util/concurrent/atomic/AtomicBoolean",
            "java/util/concurrent/atomic/AtomicInteger",
            "java/util/concurrent/atomic/AtomicLong",
            "java/util/concurrent/atomic/AtomicReference",
            "java/util/concurrent/atomic/LongAdder",
            "java/util/concurrent/atomic/AtomicIntegerFieldUpdater");

    /** What has no state that threads share, is replaced as a whole, or is an interface of a class of the product. */
    private static final Set<String> HARMLESS = Set.of(
            "java/util/concurrent/TimeUnit",
            "java/util/concurrent/Executor",
            "java/util/concurrent/LinkedBlockingQueue",
            "java/util/concurrent/RejectedExecutionException",
            "java/util/concurrent/CompletionException",
            "java/util/concurrent/CancellationException",
            "java/util/concurrent/ThreadFactory");

    private final Set<String> volatiles;
    private String name = "";
    private boolean ownHash;
    private boolean plain;

    /** @param volatiles the volatile fields of all classes, as {@code owner.name} */
    Rewriter(ClassVisitor next, Set<String> volatiles) {
        super(Opcodes.ASM9, next);
        this.volatiles = volatiles;
    }

    @Override
    public void visit(
            int version, int access, String className, @Nullable String signature, String parent, String[] interfaces) {
        name = className;
        plain = (access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_RECORD)) == 0 && parent.equals("java/lang/Object");
        super.visit(version, access, className, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
        ownHash |= method.equals("hashCode") && descriptor.equals("()I");
        if ((access & Opcodes.ACC_SYNCHRONIZED) == 0) {
            return new Body(super.visitMethod(access, method, descriptor, signature, thrown));
        }
        int without = access & ~Opcodes.ACC_SYNCHRONIZED;
        guarded(without, method, descriptor, signature, thrown);
        int hidden = (without & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) | Opcodes.ACC_PRIVATE;
        return new Body(super.visitMethod(hidden, method + "$guarded", descriptor, signature, thrown));
    }

    /** Writes a method that enters the monitor, calls the body of a synchronized one, and leaves the monitor. */
    private void guarded(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
        if ((access & Opcodes.ACC_STATIC) != 0) {
            throw new IllegalStateException("A static synchronized method is not simulated: " + name + "." + method);
        }
        MethodVisitor code = super.visitMethod(access, method, descriptor, signature, thrown);
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitCode();
        code.visitTryCatchBlock(begin, end, handler, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        hook(code, "enter(Ljava/lang/Object;)V");
        code.visitLabel(begin);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        int local = 1;
        List<Object> locals = new ArrayList<>(List.of(name));
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
            local += argument.getSize();
            locals.add(frameType(argument));
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, method + "$guarded", descriptor, false);
        code.visitLabel(end);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        hook(code, "exit(Ljava/lang/Object;)V");
        code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        code.visitLabel(handler);
        code.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
        code.visitVarInsn(Opcodes.ALOAD, 0);
        hook(code, "exit(Ljava/lang/Object;)V");
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }

    @Override
    public void visitEnd() {
        if (plain && !ownHash) {
            MethodVisitor code = super.visitMethod(Opcodes.ACC_PUBLIC, "hashCode", "()I", null, null);
            code.visitCode();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            hook(code, "hash(Ljava/lang/Object;)I");
            code.visitInsn(Opcodes.IRETURN);
            code.visitMaxs(0, 0);
            code.visitEnd();
        }
        super.visitEnd();
    }

    private static void hook(MethodVisitor code, String hook) {
        int bracket = hook.indexOf('(');
        int dot = hook.lastIndexOf('.', bracket);
        String owner = dot < 0 ? HOOKS : hook.substring(0, dot);
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC, owner, hook.substring(dot + 1, bracket), hook.substring(bracket), false);
    }

    /** The instructions of one method. */
    private final class Body extends MethodVisitor {
        private final Set<Label> handlers = new HashSet<>();
        private boolean caught;

        Body(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
            if (THROWABLE.equals(type)) {
                handlers.add(handler);
            }
            super.visitTryCatchBlock(start, end, handler, type);
        }

        @Override
        public void visitLabel(Label label) {
            caught |= handlers.contains(label);
            super.visitLabel(label);
        }

        /** Lets the end of a program pass where the product catches everything. */
        @Override
        public void visitFrame(int type, int locals, Object[] local, int stack, Object[] values) {
            super.visitFrame(type, locals, local, stack, values);
            if (caught) {
                caught = false;
                mv.visitInsn(Opcodes.DUP);
                hook(mv, "caught(Ljava/lang/Throwable;)V");
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER) {
                hook(mv, "enter(Ljava/lang/Object;)V");
            } else if (opcode == Opcodes.MONITOREXIT) {
                hook(mv, "exit(Ljava/lang/Object;)V");
            } else {
                super.visitInsn(opcode);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            if (volatiles.contains(owner + "." + field)) {
                hook(mv, "point()V");
            }
            super.visitFieldInsn(opcode, owner, field, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            String called = (isThread(owner) ? THREAD : owner) + "." + method + descriptor;
            String replacement = REPLACED.get(
                    isObjectMethod(method, descriptor) ? "java/lang/Object." + method + descriptor : called);
            if (replacement != null) {
                hook(mv, replacement);
                return;
            }
            if (owner.startsWith(CONCURRENT)) {
                if (SHARED.contains(owner)) {
                    hook(mv, "point()V");
                } else if (!HARMLESS.contains(owner) && !method.equals("<init>")) { // a constructor never waits
                    mv.visitLdcInsn(name + " calls " + called + ", which is not simulated.");
                    hook(mv, "refuse(Ljava/lang/String;)V");
                }
            }
            super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
        }

        private static boolean isThread(String owner) {
            return owner.equals(THREAD);
        }

        private static boolean isObjectMethod(String method, String descriptor) {
            return (method.equals("wait") && (descriptor.equals("()V") || descriptor.equals("(J)V")))
                    || (method.equals("notifyAll") && descriptor.equals("()V"));
        }
    }
}
