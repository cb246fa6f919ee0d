/** What the text of a template is filled with, by the name of its placeholder. */
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

/** What answers by e-mail begin and end with. */
export interface MessageTemplates {
  signature: string
  templates: MessageTemplate[]
}

/** Replaces `{prenom}`, also written `{Prénom}`; what is no placeholder stays as it is. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(/\{(\p{L}+)\}/gu, (whole, name: string) => {
    const key = TEMPLATE_PLACEHOLDERS.find((placeholder) => placeholder === withoutAccents(name))
    return key ? values[key] : whole
  })
}

function withoutAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
