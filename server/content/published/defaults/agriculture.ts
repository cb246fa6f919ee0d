import type { DefaultPage } from "./default-of.ts"

export const agriculture: DefaultPage<"agriculture"> = {
  head: {
    title: "Agriculture à Kinshasa",
    description:
      "Agriculture autour de Kinshasa\u00a0: cultures céréalières, agriculture biologique et technologies " +
      "modernes, plus de 500\u00a0hectares cultivés en 2023.",
  },
  content: {
    hero: {
      title: "Agriculture",
      lead:
        "Du plateau des Bateke aux vallées du Kongo Central, nous cultivons des céréales et des légumes pour les " +
        "marchés de Kinshasa.",
      photo: "sectors/agriculture",
    },
    sections: [
      {
        kind: "services",
        title: "Nos cultures, nos méthodes",
        lead:
          "Nourrir une grande ville demande de la régularité\u00a0: de bonnes semences, de l’eau et des sols que " +
          "l’on ménage.",
        services: [
          {
            icon: "wheat",
            title: "Cultures céréalières",
            text:
              "Maïs et riz semés au rythme des pluies, puis récoltés, séchés et mis en sacs avant de prendre la " +
              "route.",
          },
          {
            icon: "leaf",
            title: "Agriculture biologique",
            text:
              "Compost, paillage et rotation des cultures\u00a0: sur ces parcelles, ni engrais ni pesticides de " +
              "synthèse.",
          },
          {
            icon: "tractor",
            title: "Technologies modernes",
            text: "Tracteurs, arrosage par aspersion et serres tunnels, pour semer à temps et ne pas gaspiller l’eau.",
          },
        ],
      },
      {
        kind: "figures",
        title: "Notre année 2023",
        lead: "",
        figures: [
          { value: "500+", label: "hectares cultivés" },
          { value: "15\u202f%", label: "d’augmentation du rendement" },
        ],
      },
      {
        kind: "gallery",
        title: "Nos activités en images",
        lead: "",
        photos: [
          { photo: "agriculture/vue-1", caption: "Le maïs avant la récolte" },
          { photo: "agriculture/vue-2", caption: "L’arrosage des planches maraîchères" },
          { photo: "agriculture/vue-3", caption: "Le labour avant les semis" },
          { photo: "agriculture/vue-4", caption: "Les tomates sous serre" },
          { photo: "agriculture/vue-5", caption: "La récolte du jour" },
          { photo: "agriculture/vue-6", caption: "Le manioc et les légumes, côte à côte" },
        ],
      },
      {
        kind: "projects",
        title: "Projets agricoles",
        lead: "Des champs, des jardins et des serres, avec leur lieu et leur avancement.",
        fixed: [],
      },
    ],
    closing: {
      title: "Des récoltes à acheter, une terre à mettre en valeur\u202f?",
      text:
        "Commerçants, restaurants, écoles, propriétaires de terrains\u00a0: dites-nous quels produits vous " +
        "cherchez ou quelle terre vous voulez cultiver.",
      action: "Nous contacter",
      mailSubject: "",
    },
  },
}
