import type { DefaultPage } from "./default-of.ts"

export const ventesMateriaux: DefaultPage<"ventes-materiaux"> = {
  head: {
    title: "Vente de matériaux de construction à Kinshasa",
    description:
      "Vente de matériaux de construction à Kinshasa\u00a0: ciment, sable, briques, parpaings, fers à béton, " +
      "tuyaux et tôles, avec livraison sur chantier.",
  },
  content: {
    hero: {
      title: "Vente de Matériaux",
      lead:
        "Ciment, briques, fers et tuyaux choisis par des bâtisseurs, à prendre au dépôt ou livrés sur votre " +
        "chantier.",
      photo: "sectors/ventes-materiaux",
    },
    sections: [
      {
        kind: "text",
        title: "Les matériaux de nos propres chantiers",
        paragraphs: [
          "Avant de vendre, nous avons bâti. Nous savons ce que valent un ciment bien gardé au sec, un fer bien " +
            "droit et une brique bien cuite\u00a0: ce que nous proposons au dépôt est ce que nous posons " +
            "nous-mêmes.",
          "Que vous montiez une clôture à Masina ou un immeuble à Limete, nous vous aidons à choisir, à compter " +
            "juste et à faire livrer au bon moment, ni trop tôt ni trop tard.",
        ],
      },
      {
        kind: "gallery",
        title: "Au dépôt",
        lead: "",
        photos: [
          { photo: "materiaux/vue-1", caption: "Briques et parpaings dans la cour" },
          { photo: "materiaux/vue-2", caption: "Fers à béton et tuyaux sous le hangar" },
          { photo: "materiaux/vue-3", caption: "Ciment, sable et gravier au chargement" },
        ],
      },
      {
        kind: "lists",
        title: "Nos produits et nos services",
        lead: "",
        columns: [
          {
            title: "Produits",
            entries: [
              "Ciment en sacs",
              "Sable, gravier et moellons",
              "Briques cuites et parpaings",
              "Fers à béton et treillis soudés",
              "Tuyaux PVC et raccords",
              "Tôles et bois de charpente",
              "Carrelage, enduits et peinture",
            ],
          },
          {
            title: "Services associés",
            entries: [
              "Calcul des quantités d’après vos plans",
              "Conseil sur le choix des matériaux",
              "Livraison sur chantier par nos camions",
              "Chargement et déchargement",
              "Livraisons échelonnées au rythme des travaux",
              "Commandes régulières pour les entreprises",
            ],
          },
        ],
      },
      {
        kind: "projects",
        title: "Chantiers fournis",
        lead: "Des écoles, des maisons et des lotissements bâtis avec nos matériaux.",
        fixed: [],
      },
    ],
    closing: {
      title: "Votre liste est prête\u202f?",
      text: "Envoyez-nous vos quantités, ou simplement vos plans, avec l’adresse du chantier. Le devis est gratuit.",
      action: "Demander un devis",
      mailSubject: "Demande de devis pour des matériaux",
    },
  },
}
