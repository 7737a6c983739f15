package support;

public class TicketMail {
    private TicketMapper ticketMapper;

    public void append(long ticketId, String mail) {
        Ticket ticket = ticketMapper.find(ticketId);
        ticket.setText(ticket.getText() + mail);
        ticketMapper.updateIfUnchanged(ticket); // finds mixed-locking
    }
}
