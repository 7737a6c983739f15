package crm;

public class CustomerSync {
    private CustomerMapper customers;

    public void move(long id, String city) {
        Customer customer = customers.load(id);
        customer.setCity(city);
        customers.store(customer); // finds unguarded-write
    }
}
