import * as z from "zod/mini"
import { PublishableProject } from "#server/contract/project-drafts.ts"
import type { BundledName } from "#server/pictures/bundled/listed/all.gen.ts"

const DemoFields = z.omit(PublishableProject, { images: true })

type DemoProject = z.input<typeof DemoFields> & {
  /** The names of bundled pictures: the paths under `server/pictures/bundled/originals` without extension. */
  pictures: readonly { picture: BundledName; alt: string }[]
  /** ISO 8601, UTC. */
  createdAt: string
}

const projects: readonly DemoProject[] = [
  {
    name: "Villa familiale à Ma Campagne",
    description:
      "Villa à un étage pour une famille de six personnes, ouverte sur le jardin par une terrasse en bois. Le " +
      "terrain en pente a demandé un mur de soutènement et un drainage soigné avant les fondations. La piscine " +
      "et les plantations ont été livrées avec la maison.",
    address: "Quartier Ma Campagne, Ngaliema, Kinshasa",
    status: "Terminé",
    sector: "Construction",
    pictures: [
      { picture: "immobilier/vue-1", alt: "La villa achevée vue du jardin, avec sa terrasse et sa piscine" },
      { picture: "maquettes/maquette-3", alt: "La maquette de la villa, présentée à la famille avant les travaux" },
    ],
    createdAt: "2026-08-24T10:05:00.000Z",
  },
  {
    name: "Immeuble mixte à Limete",
    description:
      "Boutiques au rez-de-chaussée, logements aux étages, à quelques pas du boulevard Lumumba. Le gros œuvre " +
      "s’achève et la maçonnerie des façades a commencé par les niveaux bas. Les claustras de l’escalier " +
      "laisseront passer l’air sans laisser entrer la pluie.",
    address: "7e Rue, Limete, Kinshasa",
    status: "En cours",
    sector: "Construction",
    pictures: [
      {
        picture: "sectors/construction",
        alt: "Le chantier et sa grue\u00a0: ossature en béton et premiers murs de brique",
      },
      { picture: "maquettes/maquette-2", alt: "La maquette de l’immeuble, avec ses boutiques et ses balcons" },
    ],
    createdAt: "2026-03-11T08:40:00.000Z",
  },
  {
    name: "Halle de marché à Masina",
    description:
      "De grandes voûtes légères pour protéger les étals du soleil et de la pluie, avec de larges allées pour " +
      "les porteurs. Les études sont terminées\u202f; les travaux commenceront dès l’autorisation de bâtir. " +
      "L’eau des toitures sera recueillie pour le nettoyage.",
    address: "Quartier Sans-Fil, Masina, Kinshasa",
    status: "En attente",
    sector: "Construction",
    pictures: [
      {
        picture: "maquettes/maquette-6",
        alt: "La maquette de la halle\u00a0: voûtes côte à côte et étals ouverts sur l’allée",
      },
    ],
    createdAt: "2025-06-19T09:12:00.000Z",
  },
  {
    name: "Maïs du plateau des Bateke",
    description:
      "Cent vingt hectares semés en septembre, au retour des pluies, après un labour mécanisé. Les rangs ont été " +
      "sarclés à la main par des équipes des villages voisins. La récolte a été séchée et mise en sacs sur place " +
      "avant de partir pour Kinshasa.",
    address: "Mbankana, plateau des Bateke, Kinshasa",
    status: "Terminé",
    sector: "Agriculture",
    pictures: [
      { picture: "agriculture/vue-1", alt: "Les rangs de maïs de Mbankana, hauts et prêts pour la récolte" },
      { picture: "agriculture/vue-3", alt: "Le tracteur au labour, avant les semis de septembre" },
    ],
    createdAt: "2025-02-10T06:30:00.000Z",
  },
  {
    name: "Jardins maraîchers de la N’djili",
    description:
      "Amarante, chou, aubergine et gombo cultivés en planches le long de la rivière, avec une parcelle de " +
      "manioc en bordure. Un château d’eau et des asperseurs ont remplacé les arrosoirs. Les légumes partent " +
      "chaque matin vers les marchés de Masina et de Matete.",
    address: "Vallée de la N’djili, Kinshasa",
    status: "En cours",
    sector: "Agriculture",
    pictures: [
      { picture: "agriculture/vue-2", alt: "L’arrosage des planches de légumes, sous le château d’eau" },
      { picture: "agriculture/vue-6", alt: "Le manioc d’un côté de l’allée, les légumes de l’autre" },
    ],
    createdAt: "2024-02-26T07:55:00.000Z",
  },
  {
    name: "Serres de tomates à Kasangulu",
    description:
      "Des serres tunnels pour récolter des tomates même au plus fort des pluies, quand elles se font rares en " +
      "ville. Les plants sont tuteurés, arrosés au pied et nourris de compost. La première récolte a trouvé " +
      "preneur au marché de Kasangulu et à Kinshasa.",
    address: "Kasangulu, Kongo Central",
    status: "Terminé",
    sector: "Agriculture",
    pictures: [
      { picture: "agriculture/vue-4", alt: "L’allée centrale de la serre, entre deux rangs de tomates mûres" },
      { picture: "agriculture/vue-5", alt: "Les cagettes de la récolte, prêtes à partir pour le marché" },
      {
        picture: "sectors/agriculture",
        alt: "Le plan de l’exploitation\u00a0: serre, planches de légumes et champ de maïs",
      },
    ],
    createdAt: "2025-08-05T07:20:00.000Z",
  },
  {
    name: "Pâturages de Kenge",
    description:
      "Un troupeau de bovins conduit en pâturage tournant\u00a0: l’herbe se repose pendant que les bêtes passent " +
      "à l’enclos suivant. Les clôtures et les abreuvoirs sont posés\u202f; l’étable s’agrandit avant la " +
      "prochaine saison des naissances.",
    address: "Kenge, Kwango",
    status: "En cours",
    sector: "Élevage",
    pictures: [
      { picture: "elevage/vue-1", alt: "Le troupeau de Kenge à l’ombre des grands arbres, en fin d’après-midi" },
      { picture: "sectors/elevage", alt: "La disposition de la ferme\u00a0: étable, enclos et parc à moutons" },
    ],
    createdAt: "2024-06-17T08:15:00.000Z",
  },
  {
    name: "Bergerie de Mbanza-Ngungu",
    description:
      "Un abri couvert et un parc clôturé pour soixante moutons et quelques chèvres, sur les hauteurs fraîches " +
      "de Mbanza-Ngungu. Le sol surélevé garde les bêtes au sec et le fumier retourne aux champs voisins.",
    address: "Mbanza-Ngungu, Kongo Central",
    status: "Terminé",
    sector: "Élevage",
    pictures: [
      { picture: "elevage/vue-2", alt: "Les moutons dans leur parc, devant l’abri couvert et les réserves de foin" },
    ],
    createdAt: "2025-05-13T09:45:00.000Z",
  },
  {
    name: "Poste de soins vétérinaires de Maluku",
    description:
      "Une aire de soins, une armoire à médicaments et un couloir de contention, pour vacciner et examiner les " +
      "bêtes sans les bousculer. Les éleveurs voisins y amènent aussi les leurs, un jour par semaine.",
    address: "Maluku, Kinshasa",
    status: "Terminé",
    sector: "Élevage",
    pictures: [{ picture: "elevage/vue-3", alt: "Le vétérinaire examine une vache devant l’étable de Maluku" }],
    createdAt: "2026-01-20T07:05:00.000Z",
  },
  {
    name: "Liaison Kinshasa – Matadi",
    description:
      "Des rotations régulières sur la route nationale 1, entre le port de Matadi et les entrepôts de Kinshasa. " +
      "Les camions descendent chargés de produits agricoles et remontent avec des conteneurs et du ciment de " +
      "Lukala. Chaque trajet est suivi par GPS.",
    address: "Route nationale 1, Kinshasa – Matadi",
    status: "En cours",
    sector: "Transport",
    pictures: [
      { picture: "transport/vue-1", alt: "Un camion du groupe sur la route de Matadi, entre palmiers et collines" },
      { picture: "transport/vue-2", alt: "Les camions de la liaison, rangés devant les quais avant le départ" },
    ],
    createdAt: "2024-09-23T11:30:00.000Z",
  },
  {
    name: "Entrepôt de Kingabwa",
    description:
      "Un ancien hangar remis en état\u00a0: sol repris, rayonnages à palettes, éclairage et quais de " +
      "chargement. Les marchandises y sont pesées, étiquetées et rangées par client. Le chariot élévateur a " +
      "réduit de moitié le temps de chargement.",
    address: "Quartier Kingabwa, Limete, Kinshasa",
    status: "Terminé",
    sector: "Transport",
    pictures: [
      { picture: "transport/vue-3", alt: "L’allée centrale de l’entrepôt, ses rayonnages et le chariot élévateur" },
      { picture: "sectors/transport", alt: "Le plan de la plateforme\u00a0: quais, conteneurs et voie d’accès" },
    ],
    createdAt: "2026-06-30T06:10:00.000Z",
  },
  {
    name: "Ramassage des récoltes à Kikwit",
    description:
      "Une tournée de collecte auprès des coopératives des environs de Kikwit, pour que le maïs et le manioc " +
      "n’attendent plus au bord de la route. Le départ est prévu après la réfection d’un pont sur la piste.",
    address: null,
    status: "En attente",
    sector: "Transport",
    pictures: [{ picture: "transport/vue-1", alt: "Un camion du groupe, prêt à desservir la route de Kikwit" }],
    createdAt: "2023-12-04T05:50:00.000Z",
  },
  {
    name: "Dépôt de matériaux de Masina",
    description:
      "Une cour bétonnée, un hangar pour les fers et les tuyaux, un magasin pour le ciment et un comptoir de " +
      "vente. Les clients chargent au sec, même en saison des pluies, et les camions entrent et sortent sans se " +
      "croiser.",
    address: "Boulevard Lumumba, Masina, Kinshasa",
    status: "Terminé",
    sector: "Ventes de matériaux",
    pictures: [
      {
        picture: "sectors/ventes-materiaux",
        alt: "Le plan du dépôt\u00a0: comptoir, hangar, cases à sable et aire de chargement",
      },
      { picture: "materiaux/vue-1", alt: "Les palettes de briques et de parpaings dans la cour de Masina" },
      { picture: "materiaux/vue-2", alt: "Les fers à béton et les tuyaux rangés sous le hangar" },
      { picture: "materiaux/vue-3", alt: "Les sacs de ciment sur palettes, au moment d’un chargement" },
    ],
    createdAt: "2025-06-09T08:00:00.000Z",
  },
  {
    name: "Briques et parpaings pour la N’sele",
    description:
      "Les murs et les clôtures d’une vingtaine de maisons, fournis en six mois à un groupe de propriétaires de " +
      "la N’sele. Les palettes ont été livrées parcelle par parcelle, au rythme des maçons, pour éviter la casse " +
      "et les vols.",
    address: null,
    status: "Terminé",
    sector: "Ventes de matériaux",
    pictures: [
      { picture: "materiaux/vue-1", alt: "Les palettes de briques de la commande, comptées avant la livraison" },
      { picture: "immobilier/vue-2", alt: "Les maisons et les clôtures du quartier, vues du ciel" },
    ],
    createdAt: "2025-11-18T07:35:00.000Z",
  },
  {
    name: "Fourniture d’une école à Mont-Ngafula",
    description:
      "Ciment, gravier, fers à béton et parpaings pour un bâtiment scolaire de quatre étages. Les quantités ont " +
      "été calculées d’après les plans, niveau par niveau. Les livraisons se font tôt le matin, avant les " +
      "embouteillages de la route de Matadi.",
    address: "Route de Matadi, Mont-Ngafula, Kinshasa",
    status: "En cours",
    sector: "Ventes de matériaux",
    pictures: [
      { picture: "realisations/ecole-r4/vue-3", alt: "Le chantier de l’école, échafaudages et camion malaxeur" },
      { picture: "materiaux/vue-3", alt: "Le sable, le gravier et le ciment chargés pour Mont-Ngafula" },
      { picture: "materiaux/vue-2", alt: "Les fers à béton préparés pour le chantier" },
    ],
    createdAt: "2024-01-15T10:25:00.000Z",
  },
  {
    name: "Appartements meublés à la Gombe",
    description:
      "Six appartements de deux et trois chambres, meublés par nos équipes et confiés à notre gestion locative. " +
      "Groupe électrogène, réserve d’eau et gardien\u00a0: on y pose ses valises et l’on s’y installe. Les " +
      "balcons donnent sur la ville et ses arbres.",
    address: "Avenue de la Justice, Gombe, Kinshasa",
    status: "Terminé",
    sector: "Immobilier",
    pictures: [
      {
        picture: "realisations/decoration-interieure/vue-1",
        alt: "Le salon, son canapé vert et sa grande baie vitrée",
      },
      { picture: "realisations/decoration-interieure/vue-2", alt: "La cuisine équipée et son îlot central" },
      { picture: "realisations/decoration-interieure/vue-3", alt: "La chambre principale, lampes de chevet allumées" },
      { picture: "immobilier/vue-3", alt: "Le balcon d’un des appartements, face à la ville au couchant" },
    ],
    createdAt: "2026-05-12T13:20:00.000Z",
  },
  {
    name: "Lotissement de Kimwenza",
    description:
      "Quarante parcelles bornées, desservies par une voirie revêtue, des caniveaux et un réseau d’eau. Les " +
      "premières villas sont sorties de terre et une partie des parcelles reste à vendre. Les arbres d’origine " +
      "ont été gardés en limite de terrain.",
    address: "Kimwenza, Mont-Ngafula, Kinshasa",
    status: "En cours",
    sector: "Immobilier",
    pictures: [
      { picture: "maquettes/maquette-3", alt: "La maquette d’une des villas, sa terrasse et sa piscine" },
      {
        picture: "immobilier/vue-2",
        alt: "Le lotissement vu du ciel\u00a0: rues, parcelles bornées et premières villas",
      },
      {
        picture: "sectors/immobilier",
        alt: "Le projet d’un îlot du lotissement\u00a0: villa, petit immeuble et jardin",
      },
    ],
    createdAt: "2025-09-29T09:00:00.000Z",
  },
  {
    name: "Petite résidence à Boma",
    description:
      "Un immeuble de deux étages avait été dessiné pour un terrain proche du fleuve. L’examen des titres a " +
      "révélé une limite contestée entre voisins\u202f; nous avons préféré renoncer et en informer les familles " +
      "intéressées.",
    address: "Boma, Kongo Central",
    status: "Annulé",
    sector: "Immobilier",
    pictures: [
      {
        picture: "maquettes/maquette-5",
        alt: "La maquette de la résidence envisagée, deux étages sous un toit à quatre pans",
      },
    ],
    createdAt: "2024-11-07T12:45:00.000Z",
  },
]

/** The projects of a new site. */
export const demoProjects = projects.map(({ pictures, createdAt, ...fields }) => ({
  ...DemoFields.parse(fields),
  pictures,
  createdAt,
}))
