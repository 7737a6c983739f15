package energy.tariff;

import jakarta.persistence.EntityManager;
import java.util.Scanner;

public class TariffTool {
    private final EntityManager entityManager;

    public TariffTool(EntityManager entityManager) {
        this.entityManager = entityManager;
    }

    public void correct(long id) {
        entityManager.getTransaction().begin();
        Object[] tariff = (Object[]) entityManager.createNativeQuery("SELECT id, price FROM tariff WHERE id = ?1 FOR UPDATE").setParameter(1, id).getSingleResult(); // finds row-lock-across-think-time
        System.out.println("Price is " + tariff[1] + ". New price?");
        String price = new Scanner(System.in).nextLine();
        entityManager.createNativeQuery("UPDATE tariff SET price = ?1 WHERE id = ?2").setParameter(1, price).setParameter(2, id).executeUpdate();
        entityManager.getTransaction().commit();
    }
}
