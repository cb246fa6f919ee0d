import type { DefaultPage } from "./default-of.ts"

export const construction: DefaultPage<"construction"> = {
  head: {
    title: "Construction à Kinshasa",
    description:
      "Construction à Kinshasa\u00a0: maisons, immeubles d’appartements, bâtiments commerciaux, rénovation et " +
      "extension. Nos maquettes et nos réalisations.",
  },
  content: {
    hero: {
      title: "Construction",
      lead:
        "Maisons, immeubles, écoles et bureaux\u00a0: nous bâtissons à Kinshasa, de l’étude du terrain à la remise " +
        "des clés.",
      photo: "sectors/construction",
    },
    sections: [
      {
        kind: "services",
        title: "Notre expertise",
        lead: "Trois savoir-faire, et le même soin pour une clôture que pour un immeuble de dix étages.",
        services: [
          {
            icon: "house",
            title: "Construction résidentielle",
            text:
              "Villas, maisons familiales et immeubles d’appartements, dessinés pour la parcelle, le soleil et les " +
              "fortes pluies de Kinshasa.",
          },
          {
            icon: "store",
            title: "Bâtiments commerciaux",
            text:
              "Bureaux, boutiques, écoles et marchés couverts\u00a0: des lieux solides, faciles à entretenir, où " +
              "l’on circule bien.",
          },
          {
            icon: "hammer",
            title: "Rénovation et extension",
            text:
              "Reprendre une structure, ajouter un étage, refaire une cuisine ou une façade\u00a0: nous commençons " +
              "par voir ce qui mérite d’être gardé.",
          },
        ],
      },
      {
        kind: "steps",
        title: "Comment se déroule un chantier",
        lead: "",
        steps: [
          {
            title: "La visite",
            text:
              "Nous regardons ensemble le sol, la pente, l’accès et l’écoulement des eaux, puis nous parlons de " +
              "vos besoins.",
          },
          {
            title: "Le devis",
            text: "Il est gratuit, détaillé poste par poste, et nous prenons le temps de vous l’expliquer.",
          },
          {
            title: "Les travaux",
            text: "Fondations, gros œuvre, finitions\u00a0: vous suivez l’avancement étape après étape.",
          },
          {
            title: "La réception",
            text: "Nous parcourons l’ouvrage avec vous, pièce par pièce, avant de vous remettre les clés.",
          },
        ],
      },
      {
        kind: "gallery",
        title: "Nos Maquettes",
        lead:
          "Avant le béton, le carton et le bois\u00a0: une maquette permet de tourner autour d’un projet et d’en " +
          "discuter en famille.",
        photos: [
          { photo: "maquettes/maquette-1", caption: "Maquette 1" },
          { photo: "maquettes/maquette-2", caption: "Maquette 2" },
          { photo: "maquettes/maquette-3", caption: "Maquette 3" },
          { photo: "maquettes/maquette-4", caption: "Maquette 4" },
          { photo: "maquettes/maquette-5", caption: "Maquette 5" },
          { photo: "maquettes/maquette-6", caption: "Maquette 6" },
        ],
      },
      {
        kind: "projects",
        title: "Nos Réalisations",
        lead: "Des bâtiments livrés et des chantiers en cours, commune par commune.",
        fixed: [
          {
            title: "Bâtiment scolaire R+4",
            place: "Mont-Ngafula, Kinshasa",
            year: "2025",
            status: "En cours",
            description:
              "Une école de quatre étages à Mont-Ngafula. Les coursives abritent les élèves de la pluie et donnent de l’ombre aux classes\u202f; des claustras éclairent l’escalier. L’ossature en béton monte étage par étage, sous échafaudages et filets.",
            photos: ["realisations/ecole-r4/vue-3", "realisations/ecole-r4/vue-1", "realisations/ecole-r4/vue-2"],
          },
          {
            title: "Appartements R+3 avec commerces",
            place: "Kintambo, Kinshasa",
            year: "2024",
            status: "Terminé",
            description:
              "Des boutiques sur la rue et des appartements à balcon aux trois étages, à Kintambo. Les réservoirs en terrasse gardent de l’eau pour les jours de coupure.",
            photos: [
              "realisations/appartements-r3-a/vue-1",
              "realisations/appartements-r3-a/vue-2",
              "realisations/appartements-r3-a/vue-3",
            ],
          },
          {
            title: "Appartements R+2",
            place: "Lemba, Kinshasa",
            year: "2023",
            status: "Terminé",
            description:
              "Un petit immeuble à toiture rouge, à Lemba\u00a0: deux étages d’appartements, des balcons à garde-corps verts, un jardin et une clôture.",
            photos: ["realisations/appartements-r2/vue-1", "realisations/appartements-r2/vue-2"],
          },
          {
            title: "Appartements R+3 à balcons vitrés",
            place: "Ngaliema, Kinshasa",
            year: "2025",
            status: "Terminé",
            description:
              "Une résidence contemporaine, blanche et verte, à Ngaliema. Chaque appartement s’ouvre sur un balcon à garde-corps de verre.",
            photos: ["realisations/appartements-r3-b/vue-1", "realisations/appartements-r3-b/vue-2"],
          },
          {
            title: "Décoration intérieure d’une maison",
            place: "Limete, Kinshasa",
            year: "2024",
            status: "Terminé",
            description:
              "Le salon, la cuisine et la chambre d’une maison de Limete\u00a0: mobilier sur mesure, îlot de marbre, parquet, bois et lin.",
            photos: [
              "realisations/decoration-interieure/vue-1",
              "realisations/decoration-interieure/vue-2",
              "realisations/decoration-interieure/vue-3",
            ],
          },
          {
            title: "Rénovation d’un appartement",
            place: "Gombe, Kinshasa",
            year: "2023",
            status: "Terminé",
            description:
              "Un appartement de la Gombe aux enduits dégradés et au sol brut, remis à neuf. Les photos montrent la même pièce avant et après, avec son parquet, son mur vert et son coin repas.",
            photos: ["realisations/renovation-appartement/avant", "realisations/renovation-appartement/apres"],
          },
          {
            title: "Immeuble R+10",
            place: "Gombe, Kinshasa",
            year: "2025",
            status: "En cours",
            description:
              "Dix étages au-dessus d’un socle commercial, à la Gombe. La grue à tour sert les coffrages du gros œuvre, et la façade suit, étage après étage.",
            photos: [
              "realisations/immeuble-r10/vue-3",
              "realisations/immeuble-r10/vue-1",
              "realisations/immeuble-r10/vue-2",
            ],
          },
        ],
      },
    ],
    closing: {
      title: "Une parcelle, des murs ou une idée\u202f?",
      text:
        "Racontez-nous votre projet\u00a0: où il se trouve, pour qui vous bâtissez, quand vous aimeriez commencer. " +
        "Le devis est gratuit.",
      action: "Demander un devis",
      mailSubject: "",
    },
  },
}
