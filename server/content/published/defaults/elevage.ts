import type { DefaultPage } from "./default-of.ts"

export const elevage: DefaultPage<"elevage"> = {
  head: {
    title: "Élevage de bovins et de moutons en RDC",
    description:
      "Élevage de bovins et de moutons en République démocratique du Congo\u00a0: alimentation naturelle, suivi " +
      "vétérinaire et bonnes conditions de vie.",
  },
  content: {
    hero: {
      title: "Élevage",
      lead:
        "Des bovins au pâturage, des moutons bien abrités\u00a0: un élevage patient, conduit dans le respect des " +
        "bêtes.",
      photo: "sectors/elevage",
    },
    sections: [
      {
        kind: "figures",
        title: "Notre élevage en chiffres",
        lead: "",
        figures: [
          { value: "200+", label: "bovins" },
          { value: "150+", label: "moutons" },
          { value: "100\u202f%", label: "éthique" },
        ],
      },
      {
        kind: "steps",
        title: "Notre approche",
        lead:
          "Une bête bien nourrie, bien soignée et tranquille donne une bonne viande. Nous n’avons pas d’autre " +
          "secret.",
        steps: [
          {
            title: "Alimentation naturelle",
            text:
              "L’herbe des pâturages d’abord, puis le foin et les restes de nos récoltes quand vient la saison " +
              "sèche\u202f; de l’eau propre toute l’année.",
          },
          {
            title: "Suivi vétérinaire",
            text:
              "Vaccins, traitements contre les parasites, naissances\u00a0: chaque visite est notée dans le carnet " +
              "du troupeau.",
          },
          {
            title: "Conditions d’élevage",
            text:
              "De l’espace, de l’ombre, des étables aérées et des gestes calmes, de la naissance au départ de la " +
              "ferme.",
          },
        ],
      },
      {
        kind: "gallery",
        title: "À la ferme",
        lead: "",
        photos: [
          { photo: "elevage/vue-1", caption: "Le troupeau au pâturage" },
          { photo: "elevage/vue-2", caption: "Le parc à moutons" },
          { photo: "elevage/vue-3", caption: "La visite du vétérinaire" },
        ],
      },
      {
        kind: "projects",
        title: "Projets d'élevage",
        lead: "Des pâturages, des bergeries et des postes de soins, avec leur lieu et leur avancement.",
        fixed: [],
      },
    ],
    closing: {
      title: "Acheter des bêtes ou monter un élevage\u202f?",
      text:
        "Bouchers, restaurateurs, familles, éleveurs\u00a0: écrivez-nous pour connaître les bêtes disponibles ou " +
        "pour parler de votre projet.",
      action: "Nous contacter",
      mailSubject: "",
    },
  },
}
