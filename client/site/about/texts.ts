export const proof = {
  testimonials: "Ce que disent nos clients",
  partners: "Nos partenaires",
  guarantees: "En règle",
  insurance: "Assurance",
} as const
