interface TemplateValues {
  prenom: string
  nom: string
  reference: string
  secteur: string
}

const TEMPLATE_PLACEHOLDERS = ["prenom", "nom", "reference", "secteur"] as const satisfies (keyof TemplateValues)[]

interface MessageTemplate {
  name: string
  text: string
}

/** The templates with which answers by e-mail begin, and the signature that ends them. */
export interface MessageTemplates {
  signature: string
  templates: MessageTemplate[]
}

/** Replaces placeholders such as `{prenom}`, in any case and with or without accents, and leaves other braces. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(/\{(\p{L}+)\}/gu, (whole, name: string) => {
    const key = TEMPLATE_PLACEHOLDERS.find((placeholder) => placeholder === withoutAccents(name))
    return key ? values[key] : whole
  })
}

function withoutAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
