import type { DefaultOf } from "./default-of.ts"

const WEEKDAY = "8h00-18h00"

export const entreprise: DefaultOf<"entreprise"> = {
  facts: { name: "Groupe Lisanga", founded: 2023, years: "2+", employees: "6+" },
  contact: {
    address: "24 avenue de la Paix, Gombe\nKinshasa, République démocratique du Congo",
    phone: "+243 900 000 000",
    whatsapp: "",
    email: "contact@lisanga.example",
  },
  legal: { rccm: "", nationalId: "", taxId: "" },
  hours: {
    monday: WEEKDAY,
    tuesday: WEEKDAY,
    wednesday: WEEKDAY,
    thursday: WEEKDAY,
    friday: WEEKDAY,
    saturday: "8h00-12h00",
    sunday: "",
  },
  exceptions: [],
  // These are the networks' home pages, until the company has its own pages there.
  social: [
    { name: "Facebook", href: "https://www.facebook.com/" },
    { name: "LinkedIn", href: "https://www.linkedin.com/" },
    { name: "Instagram", href: "https://www.instagram.com/" },
  ],
}
