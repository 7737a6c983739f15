package court.dossier;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class DossierEditing {
    private final DossierRepository dossiers;
    private final Dialog dialog;

    public DossierEditing(DossierRepository dossiers, Dialog dialog) {
        this.dossiers = dossiers;
        this.dialog = dialog;
    }

    @Transactional(timeout = 3600)
    public void edit(Long id) {
        Dossier dossier = dossiers.lockById(id).orElseThrow(); // finds row-lock-across-think-time
        dossier.setText(dialog.show(dossier.getText()));
    }
}
