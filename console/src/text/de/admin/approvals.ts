export const approvals = {
  title: "Freigaben von Angeboten",
  text: "Angebote von Messwerten über dem Preis, den Verkäufer frei wählen können. Erst nach Ihrer Freigabe kann man sie kaufen.",
  threshold: "Preisgrenze ändern",
  none: "Kein Angebot wartet auf eine Freigabe",
  noneText: "Angebote über der Preisgrenze in den Einstellungen erscheinen hier.",
  approve: "Freigeben",
  approveTitle: (price: string) => `Das Angebot für ${price} freigeben?`,
  approveText:
    "Dann kann jedes Konto es kaufen. Eine Freigabe lässt sich nicht zurücknehmen. Nur der Verkäufer kann das Angebot zurückziehen.",
  approved: "Das Angebot kann jetzt gekauft werden.",
};
