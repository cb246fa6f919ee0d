import type { DefaultPage } from "./default-of.ts"

export const transport: DefaultPage<"transport"> = {
  head: {
    title: "Transport et logistique à Kinshasa",
    description:
      "Transport et logistique au départ de Kinshasa\u00a0: transport routier, entreposage, livraison express 24h " +
      "et suivi GPS de vos marchandises.",
  },
  content: {
    hero: {
      title: "Transport",
      lead:
        "Ciment, récoltes, palettes ou colis\u00a0: nous portons vos marchandises à Kinshasa et sur les routes du " +
        "Kongo Central, du Kwango et du Kwilu.",
      photo: "sectors/transport",
    },
    sections: [
      {
        kind: "services",
        title: "Nos services",
        lead: "",
        services: [
          {
            icon: "truck",
            title: "Transport routier",
            text:
              "Sacs, palettes, matériaux ou récoltes\u00a0: nos camions relient Kinshasa à Matadi, Boma, Kikwit et " +
              "Bandundu.",
          },
          {
            icon: "warehouse",
            title: "Logistique",
            text:
              "Nous recevons vos marchandises, nous les gardons à l’abri et nous les distribuons au rythme de vos " +
              "ventes.",
          },
          {
            icon: "bolt",
            title: "Express 24h",
            text:
              "Une pièce pour un chantier, un colis qui ne peut pas attendre\u00a0: nos fourgonnettes livrent en " +
              "24\u00a0heures à Kinshasa.",
          },
          {
            icon: "pin",
            title: "Suivi GPS",
            text:
              "La position du camion est connue tout au long du trajet\u00a0: un appel suffit pour savoir où en " +
              "est votre chargement.",
          },
        ],
      },
      {
        kind: "figures",
        title: "Performance 2023",
        lead: "",
        figures: [
          { value: "5\u202f000+", label: "livraisons" },
          { value: "98\u202f%", label: "à l’heure" },
          { value: "4,9/5", label: "de satisfaction" },
        ],
      },
      {
        kind: "gallery",
        title: "Sur la route et à quai",
        lead: "",
        photos: [
          { photo: "transport/vue-1", caption: "En route vers Matadi" },
          { photo: "transport/vue-2", caption: "Le départ du matin, au dépôt" },
          { photo: "transport/vue-3", caption: "Dans l’entrepôt" },
        ],
      },
      {
        kind: "figures",
        title: "Notre flotte",
        lead: "Du colis de quartier au chargement complet, chaque voyage a son véhicule.",
        figures: [
          { value: "25", label: "camions" },
          { value: "15", label: "semi-remorques" },
          { value: "10", label: "fourgonnettes" },
          { value: "3", label: "entrepôts" },
        ],
      },
      {
        kind: "projects",
        title: "Projets de transport",
        lead: "Des liaisons, des entrepôts et des tournées, avec leur lieu et leur avancement.",
        fixed: [],
      },
    ],
    closing: {
      title: "Un chargement à faire partir\u202f?",
      text:
        "Indiquez-nous le point de départ, la destination, la nature et le poids des marchandises. Le devis est " +
        "gratuit.",
      action: "Demander un devis",
      mailSubject: "",
    },
  },
}
