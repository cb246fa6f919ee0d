import type { DefaultPage } from "./default-of.ts"

export const aPropos: DefaultPage<"a-propos"> = {
  head: {
    title: "À propos\u00a0: une entreprise familiale de Kinshasa",
    description:
      "L’histoire du {nom}\u00a0: une entreprise familiale fondée à Kinshasa en {année}, née sur les chantiers, " +
      "attachée à la confiance et au travail bien fait.",
  },
  content: {
    hero: {
      title: "À Propos de {nom}",
      lead: "Une entreprise familiale de Kinshasa devenue leader multisectoriel.",
      photo: "hero/about",
    },
    history: {
      title: "Notre histoire",
      paragraphs: [
        "Tout commence en {année}, quand une famille de Kinshasa décide de bâtir sous son propre nom. " +
          "La construction est son premier métier\u00a0: une maison, puis un immeuble, puis la confiance de " +
          "clients qui parlent d’elle autour d’eux.",
        "Très vite, un métier en appelle un autre. L’agriculture et l’élevage viennent nourrir une ville qui " +
          "grandit\u202f; le transport relie les champs, les chantiers et les quartiers. Le groupe s’est agrandi, " +
          "mais les décisions se prennent toujours en famille, autour d’une même table.",
      ],
    },
    figures: { title: "Le groupe en chiffres", years: "années d’expérience", employees: "employés" },
    values: {
      title: "Nos valeurs",
      values: [
        {
          title: "Confiance",
          text:
            "Nous écrivons ce que nous promettons et nous disons franchement ce qui n’est pas possible. La parole " +
            "donnée compte autant que la signature.",
          icon: "handshake",
        },
        {
          title: "Excellence",
          text:
            "Nous préférons le bon geste au raccourci\u00a0: un béton bien dosé, un sol bien préparé, un chargement " +
            "bien arrimé.",
          icon: "star",
        },
        {
          title: "Durabilité",
          text:
            "Nous travaillons pour longtemps\u00a0: des bâtiments faciles à entretenir, des terres qui restent " +
            "fertiles, des bêtes en bonne santé.",
          icon: "leaf",
        },
      ],
    },
    proof: { testimonials: [], partners: [], insurance: "" },
    closing: {
      title: "Faisons connaissance",
      text: "Passez nous voir à Gombe ou écrivez-nous\u00a0: " + "un bon projet commence par une conversation.",
      action: "Nous contacter",
    },
  },
}
