package dev.holdfast.store.etcd;

import dev.holdfast.OutcomeUnknownException;
import dev.holdfast.StoreException;
import dev.holdfast.StoreUnreachableException;
import dev.holdfast.spi.Group;
import dev.holdfast.spi.Result;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.TxnResponse;
import java.util.ArrayList;
import java.util.List;

/** Applies batches: one transaction for all groups that can go together, the others after it. */
record EtcdWriter(EtcdClient client, EtcdKeys keys, EtcdClock clock, EtcdHistory history) {
    /** A clock that is set again more often than this while one change is made is out of order. */
    private static final int MAX_TRIES = 20;

    List<Result> apply(List<Group> batch) {
        batch.forEach(EtcdTransaction::requireFitting);
        List<Result> results = new ArrayList<>(batch.size());
        while (results.size() < batch.size()) {
            List<Group> rest = batch.subList(results.size(), batch.size());
            try {
                results.addAll(send(rest));
            } catch (StoreException e) {
                if (results.isEmpty()) {
                    throw e;
                }
                throw new OutcomeUnknownException(
                        "Only a part of the changes was certainly made before etcd failed: " + e.getMessage(), e);
            }
        }
        return results;
    }

    /** Sends groups. Returns the results of as many as went together. */
    private List<Result> send(List<Group> rest) {
        EtcdTime time = clock.time();
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            EtcdTransaction transaction = new EtcdTransaction(keys, time);
            for (Group group : rest) {
                if (!transaction.add(group, history)) {
                    break;
                }
            }
            TxnResponse answer = client.change(KVGrpc.getTxnMethod(), transaction.request());
            clock.heard(answer.getHeader().getRaftTerm());
            if (answer.getSucceeded()) {
                return transaction.results(answer);
            }
            time = clock.timeAfter(time);
        }
        throw new StoreUnreachableException(
                "The clock of the locks in etcd was set " + MAX_TRIES
                        + " times in a row while one change was made: look for programs that open them again and again.",
                null);
    }
}
