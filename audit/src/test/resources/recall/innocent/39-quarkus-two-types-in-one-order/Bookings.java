package travel;

import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;

public class Bookings {
    @Transactional
    public void book(Long flightId, Long passengerId) {
        Flight flight = Flight.findById(flightId, LockModeType.PESSIMISTIC_WRITE);
        Passenger passenger = Passenger.findById(passengerId, LockModeType.PESSIMISTIC_WRITE);
        flight.add(passenger);
    }
}
