import type { DefaultPage } from "./default-of.ts"

export const immobilier: DefaultPage<"immobilier"> = {
  head: {
    title: "Immobilier à Kinshasa",
    description:
      "Immobilier à Kinshasa\u00a0: vente de maisons, d’appartements et de parcelles, location, gestion locative, " +
      "estimation et conseil.",
  },
  content: {
    hero: {
      title: "Immobilier",
      lead:
        "Acheter, vendre, louer ou faire gérer\u00a0: nous vous accompagnons dans les communes de Kinshasa, de la " +
        "première visite aux clés.",
      photo: "sectors/immobilier",
    },
    sections: [
      {
        kind: "services",
        title: "Nos services",
        lead: "",
        services: [
          {
            icon: "house",
            title: "Vente",
            text: "Villas, appartements et parcelles viabilisées, que nous visitons avec vous, documents en main.",
          },
          {
            icon: "key",
            title: "Location",
            text: "Logements vides ou meublés, bureaux et boutiques, avec notre aide pour le bail et l’état des lieux.",
          },
          {
            icon: "users",
            title: "Gestion locative",
            text:
              "Loyers, entretien, relations avec les locataires\u00a0: nous nous en occupons, même si vous vivez " +
              "loin de Kinshasa.",
          },
          {
            icon: "scale",
            title: "Estimation et conseil",
            text:
              "Combien vaut ce bien, faut-il rénover avant de vendre\u202f? Un avis de bâtisseurs, chiffres à " +
              "l’appui.",
          },
        ],
      },
      {
        kind: "lists",
        title: "Pourquoi nous choisir",
        lead: "",
        columns: [
          {
            title: "Pour acheter ou louer",
            entries: [
              "Une attention particulière aux titres de propriété",
              "Un regard de bâtisseurs sur l’état des murs et du toit",
              "Des explications claires sur le prix et les frais",
            ],
          },
          {
            title: "Pour vendre ou faire gérer",
            entries: [
              "Une estimation argumentée, que vous pouvez discuter",
              "Un même groupe pour réparer, rénover et entretenir",
              "Une présence à Kinshasa quand vous vivez loin",
            ],
          },
        ],
      },
      {
        kind: "gallery",
        title: "Quelques lieux",
        lead: "",
        photos: [
          { photo: "immobilier/vue-1", caption: "Une villa, son jardin et sa piscine" },
          { photo: "immobilier/vue-2", caption: "Un lotissement et ses premières maisons" },
          { photo: "immobilier/vue-3", caption: "La ville au couchant, depuis un balcon" },
        ],
      },
      {
        kind: "projects",
        title: "Projets immobiliers",
        lead: "Des lotissements et des logements, avec leur lieu et leur avancement.",
        fixed: [],
      },
    ],
    closing: {
      title: "Un bien à trouver ou à confier\u202f?",
      text:
        "Dites-nous la commune, le nombre de pièces et votre budget, ou décrivez-nous le bien que vous voulez " +
        "vendre ou louer.",
      action: "Nous contacter",
      mailSubject: "Demande sur un bien immobilier",
    },
  },
}
