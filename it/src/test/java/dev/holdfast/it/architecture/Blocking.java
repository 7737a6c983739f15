package dev.holdfast.it.architecture;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The methods of the JDK and of drivers in which a thread waits for another one or for the network. Reading files is not among
 * them: it occupies the carrier of a virtual thread with or without a monitor.
 */
final class Blocking {
    private static final Pattern METHODS = Pattern.compile(String.join(
            "|",
            "java/lang/Object\\.wait",
            "java/lang/Thread\\.(sleep|join)",
            "java/lang/Process\\.waitFor",
            "java/net/(Socket|ServerSocket)\\.(<init>|connect|accept)",
            "java/net/InetAddress\\.get.*ByName",
            "java/net/http/HttpClient\\.send",
            "java/nio/channels/(SocketChannel|ServerSocketChannel)\\.(open|connect|finishConnect|accept|read|write)",
            "java/nio/channels/FileChannel\\.lock",
            "java/nio/channels/Selector\\.select",
            "(java|javax)/sql/(?!SQL).*",
            "java/util/concurrent/(Future|CompletableFuture)\\.(get|join)",
            "java/util/concurrent/(CountDownLatch|CyclicBarrier)\\.await",
            "java/util/concurrent/TimeUnit\\.(timedWait|timedJoin|sleep)",
            "java/util/concurrent/\\w*(Queue|Deque)\\.(put\\w*|take\\w*)",
            "java/util/concurrent/(Semaphore|Phaser|Exchanger)\\.(acquire\\w*|await\\w*|exchange)",
            "java/util/concurrent/\\w*Executor\\w*\\.(awaitTermination|invokeAll|invokeAny|close)",
            "java/util/concurrent/locks/Condition\\.await\\w*",
            "java/util/concurrent/locks/LockSupport\\.park\\w*",
            "io/grpc/stub/ClientCalls\\.blocking\\w*",
            "io/lettuce/core/(api|cluster/api|sentinel/api)/sync/.*",
            "io/lettuce/core/.*Client\\.(connect\\w*|close|shutdown)",
            "org/apache/zookeeper/ZooKeeper\\.(<init>|close|create|delete|exists|getData|getChildren|multi|setData)"));

    static final Predicate<String> CALLS = METHODS.asMatchPredicate();

    private Blocking() {}
}
