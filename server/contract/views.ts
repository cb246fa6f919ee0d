import * as z from "zod/mini"
import { Id } from "./id.ts"
import { PROJECT_COLUMNS } from "./project-columns.ts"
import { ProjectCriteria } from "./projects.ts"
import { responseTexts } from "./response-texts.ts"
import { SearchText } from "./search-fields.ts"
import { notBlank, storable, trimLine } from "./storable-text.ts"

export const VIEW_NAME_MAX = 60
export const VIEWS_MAX = 50

/** The filters and columns of the table of projects, as in its URL. */
export const ViewParams = z.extend(z.partial(ProjectCriteria), {
  search: z.optional(SearchText.check(storable)),
  columns: z.optional(
    z
      .array(z.enum(PROJECT_COLUMNS, "Colonne inconnue"), "Colonnes invalides")
      .check(z.refine((columns) => new Set(columns).size === columns.length, "Une colonne est citée deux fois")),
  ),
})

export type ViewParams = z.infer<typeof ViewParams>

const ViewName = z
  .string(responseTexts.requiredFieldsMissing)
  .check(
    trimLine,
    ...notBlank(responseTexts.requiredFieldsMissing),
    z.maxLength(VIEW_NAME_MAX, `Le nom ne peut dépasser ${VIEW_NAME_MAX} caractères`),
    storable,
  )

const ViewVersion = z.int("Version invalide")

/** A new view or, with an id, a changed one of the user; an outdated version fails with a conflict. */
export const ViewDraft = z.object({
  id: z.optional(Id),
  version: z.optional(ViewVersion),
  name: ViewName,
  shared: z.boolean("Partage invalide"),
  params: ViewParams,
})

export type ViewDraft = z.infer<typeof ViewDraft>

/** A named selection of projects, for its owner only or for all who may read projects. */
export interface SavedView {
  id: number
  name: string
  shared: boolean
  isOwn: boolean
  owner: string
  params: ViewParams
  version: number
}
