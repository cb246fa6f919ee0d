import type { DefaultPage } from "./default-of.ts"

export const accueil: DefaultPage<"accueil"> = {
  head: {
    title: "Construction, transport et immobilier à Kinshasa",
    description:
      "Entreprise familiale de Kinshasa\u00a0: construction, agriculture, élevage, transport, vente de matériaux " +
      "et immobilier. Le devis est gratuit.",
  },
  content: {
    hero: {
      title: "Excellence Multi-Sectorielle",
      lead:
        "Construire, cultiver, élever, transporter, fournir, loger\u00a0: à Kinshasa, une entreprise familiale " +
        "réunit six métiers qui s’épaulent.",
      photo: "hero/home",
      portrait: "",
    },
    sectors: {
      title: "Six métiers qui se répondent",
      lead:
        "Nos camions livrent nos chantiers, notre dépôt les fournit, et nos récoltes prennent la route avec nous. " +
        "Choisissez le secteur qui vous concerne.",
      cards: {
        construction: {
          title: "Construction",
          text: "Maisons, immeubles, écoles et bureaux, de l’étude du terrain à la remise des clés.",
          services: [
            "Construction résidentielle",
            "Bâtiments commerciaux",
            "Rénovation et extension",
            "Décoration intérieure",
          ],
          photo: "sectors/construction",
          icon: "building",
        },
        agriculture: {
          title: "Agriculture",
          text: "Maïs, manioc et légumes, du plateau des Bateke aux marchés de Kinshasa.",
          services: ["Cultures céréalières", "Agriculture biologique", "Technologies modernes", "Maraîchage et serres"],
          photo: "sectors/agriculture",
          icon: "wheat",
        },
        elevage: {
          title: "Élevage",
          text: "Des bovins et des moutons nourris au pâturage et suivis par un vétérinaire.",
          services: ["Élevage bovin", "Élevage ovin", "Alimentation naturelle", "Suivi vétérinaire"],
          photo: "sectors/elevage",
          icon: "cow",
        },
        transport: {
          title: "Transport",
          text: "Vos marchandises de Kinshasa vers Matadi, Kikwit ou Bandundu, suivies tout au long de la route.",
          services: ["Transport routier", "Logistique et entreposage", "Livraison express 24h", "Suivi par GPS"],
          photo: "sectors/transport",
          icon: "truck",
        },
        "ventes-materiaux": {
          title: "Ventes de Matériaux",
          text: "Ciment, briques, fers et tuyaux\u00a0: de quoi bâtir, au dépôt ou livré sur votre chantier.",
          services: [
            "Ciment, sable et gravier",
            "Briques et parpaings",
            "Fers à béton et tuyaux",
            "Livraison sur chantier",
          ],
          photo: "sectors/ventes-materiaux",
          icon: "brick",
        },
        immobilier: {
          title: "Immobilier",
          text: "Acheter, vendre, louer ou faire gérer un bien à Kinshasa, avec des papiers clairs.",
          services: [
            "Vente de maisons et de parcelles",
            "Location d’appartements",
            "Gestion locative",
            "Estimation et conseil",
          ],
          photo: "sectors/immobilier",
          icon: "key",
        },
      },
    },
    story: {
      title: "Une histoire de famille",
      paragraphs: [
        "Le {nom} est né à Kinshasa en {année}, d’une décision prise en famille\u00a0: " +
          "bâtir, et bâtir bien. La construction a été notre premier métier\u202f; c’est sur les chantiers que " +
          "nous avons appris à tenir un prix, une date et une parole.",
        "Puis les besoins de nos clients nous ont menés plus loin. Il fallait des matériaux, des camions pour " +
          "les porter, des terres à mettre en valeur\u00a0: le groupe s’est diversifié. En lingala, " +
          "«\u00a0lisanga\u00a0» veut dire l’union\u202f; c’est ainsi que nous travaillons.",
      ],
      years: "années d’expérience",
      employees: "employés",
      photo: "hero/about",
      values: [
        {
          title: "Confiance",
          text: "Un devis lisible, des engagements écrits et une personne à qui parler.",
          icon: "handshake",
        },
        {
          title: "Excellence",
          text: "Un travail soigné, jusque dans ce qui ne se voit plus une fois le mur fermé.",
          icon: "star",
        },
        {
          title: "Durabilité",
          text: "Des ouvrages, des sols et des troupeaux pensés pour ceux qui viendront après nous.",
          icon: "leaf",
        },
      ],
    },
    closing: {
      title: "Un projet\u202f? Parlons-en.",
      text:
        "Dites-nous ce que vous voulez bâtir, cultiver, transporter, acheter ou louer. Nous étudions votre demande " +
        "et le devis est gratuit.",
      action: "Demander un devis",
    },
  },
}
