import type { ContentIcon } from "#server/contract/content/icons.ts"

/** Names of what each icon shows. */
export const iconLabels: Record<ContentIcon, string> = {
  bolt: "Éclair",
  brick: "Mur de briques",
  building: "Immeuble",
  check: "Coche",
  clock: "Horloge",
  cow: "Patte d’animal",
  hammer: "Marteau",
  handshake: "Poignée de main",
  house: "Maison",
  key: "Clé",
  leaf: "Feuille",
  pin: "Repère de carte",
  scale: "Balance",
  shield: "Bouclier",
  star: "Étoile",
  store: "Boutique",
  tractor: "Tracteur",
  truck: "Camion",
  users: "Personnes",
  warehouse: "Entrepôt",
  wheat: "Épi de blé",
}
