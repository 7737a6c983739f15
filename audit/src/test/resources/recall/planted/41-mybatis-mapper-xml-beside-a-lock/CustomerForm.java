package crm;

public class CustomerForm {
    private CustomerMapper customers;
    private LockManager lockManager;

    public Customer open(long id, String user) {
        lockManager.lock("customer/" + id, user);
        return customers.load(id);
    }

    public void save(Customer customer, String user) {
        customers.store(customer);
        lockManager.unlock("customer/" + customer.getId(), user);
    }
}
