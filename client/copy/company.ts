export const company = {
  name: "Groupe Lisanga",
  founded: 2023,
  copyrightYear: 2023,
  postalAddress: {
    street: "24 avenue de la Paix",
    district: "Gombe",
    city: "Kinshasa",
    country: "République démocratique du Congo",
    countryCode: "CD",
  },
  phone: "+243 900 000 000",
  email: "contact@lisanga.example",
  hours: [
    {
      days: "Lundi – vendredi",
      hours: "8h00-18h00",
      opens: "08:00",
      closes: "18:00",
      schema: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    },
    { days: "Samedi", hours: "8h00-12h00", opens: "08:00", closes: "12:00", schema: ["Saturday"] },
  ],
  /** Placeholders until the company has its own pages. */
  social: [
    { name: "Facebook", href: "https://www.facebook.com/" },
    { name: "LinkedIn", href: "https://www.linkedin.com/" },
    { name: "Instagram", href: "https://www.instagram.com/" },
  ],
  years: "2+",
  employees: "6+",
} as const

export const telHref = `tel:${company.phone.replace(/\s/g, "")}`

export function mailHref(subject?: string): string {
  return `mailto:${company.email}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`
}
