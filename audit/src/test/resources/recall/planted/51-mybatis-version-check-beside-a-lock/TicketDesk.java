package support;

public class TicketDesk {
    private TicketMapper ticketMapper;
    private LockService lockService;

    public Ticket open(long ticketId, String agent) {
        lockService.acquireLock(ticketId, agent);
        return ticketMapper.find(ticketId);
    }
}
