import type { DefaultOf } from "./default-of.ts"

export const piedDePage: DefaultOf<"pied-de-page"> = {
  blurb:
    "Entreprise familiale fondée à Kinshasa en {année}. Nous bâtissons, cultivons, élevons, transportons, " +
    "fournissons et logeons, avec le même souci du travail bien fait.",
  servicesTitle: "Nos services",
  services: ["Devis gratuit", "Consultation", "Support 24/7", "Maintenance"],
  copyright: "© {année} {nom}. Tous droits réservés.",
}
