package dev.holdfast.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Several contenders measured in turn, a slice of each per round, so that what else goes on on the machine slows all alike.
 * Who begins changes from round to round.
 *
 * @param warmUps rounds that are not counted
 * @param rounds rounds that are
 * @param slice the time of each contender in a round
 */
record Contest(int warmUps, int rounds, Duration slice) {

    List<Standing> of(List<Runner> runners, Progress progress) {
        List<Runner> order = new ArrayList<>(runners);
        for (int i = 0; i < warmUps + rounds; i++) {
            if (i == warmUps) {
                runners.forEach(Runner::reset);
            }
            order.forEach(runner -> runner.turn(slice));
            Collections.rotate(order, 1);
            progress.round();
        }
        return runners.stream().map(Runner::standing).toList();
    }
}
