/** A text that the specification or its contract promises, with the section that does. */
export interface Promised {
  section: string
  /** A text that people read. */
  text?: string | RegExp
  /** A heading, of any level. */
  heading?: string | RegExp
  /** Without a name, any link to that target. */
  link?: [name: string | undefined, target: string | RegExp]
  button?: string
  /** The label of a form's field. */
  field?: string
  /** A choice of the field of sectors, with the value that is sent. */
  option?: [value: string, label: string]
  /** What is only shown once the menu of small screens is open. */
  inMenu?: true
}

const sectorLinks = (section: string): Promised[] =>
  (
    [
      ["Construction", "/construction"],
      ["Agriculture", "/agriculture"],
      ["Élevage", "/elevage"],
      ["Transport", "/transport"],
    ] as const
  ).map((link) => ({ section, link: [...link] }))

const telephone = /^tel:\+\d{9,15}$/
const mail = /^mailto:[^@]+@[^@]+$/

/** The header and the footer of every public page. */
export const onEveryPage: Promised[] = [
  { section: "contract §4", link: ["Aller au contenu", /^#\w/] },
  { section: "specification §2, shared header", link: ["Accueil", "/"] },
  ...sectorLinks("specification §2, shared header"),
  { section: "specification §2, shared header", link: ["Ventes de Matériaux", "/ventes-materiaux"] },
  { section: "specification §2, shared header", link: ["Immobilier", "/immobilier"] },
  { section: "contract §4, further names", link: ["Contact", "/contact"] },
  { section: "specification §2, shared header", link: ["Connexion", "/login"] },
  { section: "contract §2, both controls stand in the HTML", button: "Déconnexion" },
  { section: "specification §2, shared header", link: ["Se connecter", "/login"], inMenu: true },
  { section: "specification §2, shared header", link: ["Contact", "/contact"], inMenu: true },
  { section: "specification §2, shared header", link: ["Ventes de Matériaux", "/ventes-materiaux"], inMenu: true },
  { section: "specification §2, shared header", button: "Déconnexion", inMenu: true },
  { section: "specification §2, shared footer", link: ["Facebook", /^https:\/\/www\.facebook\.com\//] },
  { section: "specification §2, shared footer", link: ["LinkedIn", /^https:\/\/www\.linkedin\.com\//] },
  { section: "specification §2, shared footer", link: ["Instagram", /^https:\/\/www\.instagram\.com\//] },
  { section: "specification §2, shared footer", text: "Devis gratuit" },
  { section: "specification §2, shared footer", text: "Consultation" },
  { section: "specification §2, shared footer", text: "Support 24/7" },
  { section: "specification §2, shared footer", text: "Maintenance" },
  { section: "specification §2, shared footer, company blurb", text: /Entreprise familiale fondée à Kinshasa en 2023/ },
  { section: "specification §2, shared footer, street address", text: "24 avenue de la Paix" },
  { section: "specification §2, shared footer", text: "Kinshasa" },
  { section: "specification §2, shared footer", link: ["+243 900 000 000", telephone] },
  { section: "specification §2, shared footer", link: ["contact@lisanga.example", mail] },
  { section: "contract §4, further names", text: "© 2023" },
  { section: "contract §4, further names", link: ["À propos", "/about"] },
]

const values: Promised[] = ["Confiance", "Excellence", "Durabilité"].map((heading) => ({
  section: "specification §1, the three values",
  heading,
}))

/** The figures of the company on the home page and on « À propos ». */
const company: Promised[] = [
  { section: "specification §1, founded in", text: "2023" },
  { section: "specification §9, 2+ years", text: /\b2\+ années d'expérience/ },
  { section: "contract §4, further names", text: "6+ employés" },
]

/** The fixed projects, in their order; the specification names them in English. */
const fixedProjects: Promised[] = [
  /scolaire.*R\+4|R\+4.*scolaire/i,
  /^Appartements R\+3/,
  /^Appartements R\+2/,
  /^Appartements R\+3/,
  /^Décoration intérieure d'une maison/,
  /^Rénovation d'un appartement/,
  /R\+10/,
].map((heading) => ({ section: "specification §2, Construction", heading }))

/** The main parts of the public pages. */
export const promisedTexts: Record<string, Promised[]> = {
  "/": [
    { section: "specification §2, Home", heading: "Excellence Multi-Sectorielle" },
    { section: "contract §4, both hero buttons are plain links", link: ["Découvrir nos secteurs", /^#[\w-]+$/] },
    { section: "contract §4, both hero buttons are plain links", link: ["Nous contacter", "#contact"] },
    ...["Construction", "Agriculture", "Élevage", "Transport", "Ventes de Matériaux", "Immobilier"].map((heading) => ({
      section: "specification §2, Home, a card for each sector",
      heading,
    })),
    ...["construction", "agriculture", "elevage", "transport", "ventes-materiaux", "immobilier"].map(
      (slug): Promised => ({ section: "specification §2, Home", link: ["En savoir plus", `/${slug}`] }),
    ),
    ...company,
    ...values,
  ],
  "/construction": [
    { section: "specification §2, public routes", heading: "Construction" },
    { section: "specification §2, Construction, expertise", heading: /résidentiel/i },
    { section: "specification §2, Construction, expertise", heading: /bâtiments commerciaux/i },
    { section: "specification §2, Construction, expertise", heading: /rénovation et extension/i },
    { section: "specification §2, Construction", heading: "Nos Maquettes" },
    ...[1, 2, 3].map((number) => ({ section: "specification §2, Construction", text: `Maquette ${number}` })),
    { section: "specification §2, Construction", heading: "Nos Réalisations" },
    ...fixedProjects,
    { section: "specification §2, Construction", text: "En cours" },
    { section: "specification §2, Construction", text: "Terminé" },
  ],
  "/agriculture": [
    { section: "specification §2, public routes", heading: "Agriculture" },
    { section: "specification §2, Agriculture, services", heading: "Cultures céréalières" },
    { section: "specification §2, Agriculture, services", heading: "Agriculture biologique" },
    { section: "specification §2, Agriculture, services", heading: "Technologies modernes" },
    { section: "contract §4, headings of figures carry 2023", heading: /2023/ },
    { section: "specification §9", text: /\b500\+ hectares/ },
    { section: "specification §9, 15% yield increase", text: /\b15% .*rendement/ },
    { section: "specification §2, Agriculture", heading: "Projets agricoles" },
  ],
  "/elevage": [
    { section: "specification §2, public routes", heading: "Élevage" },
    { section: "specification §9, 200+ cattle", text: /\b200\+ bovins/ },
    { section: "specification §9, 150+ sheep", text: /\b150\+ (moutons|ovins)/ },
    { section: "specification §9, 100% ethics", text: /\b100% éthique/ },
    { section: "specification §2, Élevage", heading: "Projets d'élevage" },
    { section: "specification §2, Élevage, approach", heading: "Alimentation naturelle" },
    { section: "specification §2, Élevage, approach", heading: "Suivi vétérinaire" },
    { section: "specification §2, Élevage, approach", heading: "Conditions d'élevage" },
  ],
  "/transport": [
    { section: "specification §2, public routes", heading: "Transport" },
    { section: "specification §2, Transport, services", heading: "Transport routier" },
    { section: "specification §2, Transport, services", heading: "Logistique" },
    { section: "specification §2, Transport, services", heading: "Express 24h" },
    { section: "specification §2, Transport, services", heading: "Suivi GPS" },
    { section: "contract §4, headings of figures carry 2023", heading: /2023/ },
    { section: "specification §9, 5000+ deliveries", text: /\b5000\+ livraisons/ },
    { section: "specification §9, 98% on time", text: /\b98% à l'heure/ },
    { section: "specification §9, 4.9/5 satisfaction", text: /\b4\.9\/5 (de )?satisfaction/ },
    { section: "specification §9, fleet", text: /\b25 camions/ },
    { section: "specification §9, fleet", text: /\b15 semi-remorques/ },
    { section: "specification §9, fleet, 10 vans", text: /\b10 (fourgonnettes|camionnettes)/ },
    { section: "specification §9, fleet", text: /\b3 entrepôts/ },
    { section: "specification §2, Transport", heading: "Projets de transport" },
  ],
  "/ventes-materiaux": [
    { section: "specification §2, public routes", heading: "Vente de Matériaux" },
    { section: "specification §2, Building materials, products", heading: /produits/i },
    { section: "specification §2, Building materials, associated services", heading: /services associés/i },
    { section: "specification §2, Building materials", link: ["Demander un devis", mail] },
  ],
  "/immobilier": [
    { section: "specification §2, public routes", heading: "Immobilier" },
    { section: "specification §2, Real estate, services", heading: /services/i },
    { section: "specification §2, Real estate, reasons", heading: /pourquoi/i },
    { section: "specification §2, Real estate", link: ["Nous contacter", mail] },
  ],
  "/about": [
    { section: "specification §2, About", heading: "À Propos de Groupe Lisanga" },
    { section: "specification §2, About, subtitle", text: /familiale .* leader multi-?sectoriel/ },
    ...["construction", "agriculture", "élevage", "transport"].map((sector) => ({
      section: "specification §1, the four sectors of About",
      text: new RegExp(sector, "i"),
    })),
    ...company,
    ...values,
  ],
  "/contact": [
    { section: "specification §2, Contact", heading: "Contactez-Nous" },
    { section: "specification §2, Contact", heading: "Demande de Devis" },
    ...["Prénom", "Nom", "Email", "Secteur", "Message"].map((field) => ({ section: "contract §4", field })),
    ...(
      [
        ["construction", "Construction"],
        ["agriculture", "Agriculture"],
        ["elevage", "Élevage"],
        ["transport", "Transport"],
        ["immobilier", "Immobilier"],
        ["vente-materiaux", "Vente de matériaux"],
      ] as const
    ).map((option): Promised => ({ section: "specification §3, sector options", option: [...option] })),
    { section: "contract §4", button: "Envoyer la demande" },
    { section: "specification §9, opening hours, Mon-Fri", text: /Lundi - vendredi : 8h00-18h00/ },
    { section: "specification §9, opening hours, Sat", text: /Samedi : 8h00-12h00/ },
    { section: "specification §2, Contact", link: ["Appeler", telephone] },
    { section: "specification §2, Contact", link: ["Email", mail] },
  ],
  "/login": [
    { section: "specification §2, public routes", heading: "Connexion" },
    ...["E-mail", "Mot de passe"].map((field) => ({ section: "contract §4", field })),
    { section: "specification §2, Login", button: "Se connecter" },
    { section: "specification §2, Login", link: [undefined, "/register"] },
  ],
  "/register": [
    { section: "specification §2, public routes", heading: "Inscription" },
    ...["Nom d'utilisateur", "E-mail", "Mot de passe", "Confirmer le mot de passe"].map((field) => ({
      section: "contract §4",
      field,
    })),
    { section: "contract §4", button: "S'inscrire" },
    { section: "specification §2, Registration", link: [undefined, "/login"] },
  ],
  "/introuvable": [{ section: "specification §2, public routes", heading: "404 Page Not Found" }],
}
