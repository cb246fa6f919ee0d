export interface TextIndex {
  index: string
  table: string
  /** These texts have no accents, and the index ignores case. No match spans two texts. */
  columns: readonly string[]
  /** Whether rows with a `deleted_at` are left out. */
  softDelete: boolean
  /** Whether rows are never updated. */
  isFinal?: true
}

export const textIndexes: readonly TextIndex[] = [
  {
    index: "project_search",
    table: "projects",
    columns: ["name_folded", "status_folded", "sector_folded"],
    softDelete: true,
  },
  {
    index: "message_search",
    table: "messages",
    columns: ["full_name_folded", "email", "message_folded", "sector", "phone", "reference"],
    softDelete: true,
  },
  { index: "audit_search", table: "audit", columns: ["subject_folded"], softDelete: false, isFinal: true },
]

const isShown = (name: string) =>
  `(exists (select 1 from project_images join projects on projects.id = project_images.project_id
    where project_images.image = ${name} and projects.state = 'published')
    or exists (select 1 from content_images where content_images.image = ${name}))`

export type WriteEvent = "insert" | "update" | "delete"

const EVERY_EVENT: readonly WriteEvent[] = ["insert", "update", "delete"]

interface ShownRows {
  events: readonly WriteEvent[]
  /** The condition, valid on both engines, for rows that a public page may show. */
  isShown: (row: string) => string
}

/** The tables whose writes make a new content version. */
export const shownRows: Record<string, ShownRows> = {
  projects: { events: EVERY_EVENT, isShown: (row) => `${row}.state = 'published'` },
  project_images: {
    events: EVERY_EVENT,
    isShown: (row) =>
      `exists (select 1 from projects where projects.id = ${row}.project_id and projects.state = 'published')`,
  },
  images: { events: EVERY_EVENT, isShown: (row) => isShown(`${row}.name`) },
  image_details: {
    events: EVERY_EVENT,
    // Pages that were never published show photos that ship with the site, whose names are paths.
    isShown: (row) => `(${row}.name like '%/%' or ${isShown(`${row}.name`)})`,
  },
  // A revision is never rewritten.
  revisions: { events: ["insert", "delete"], isShown: () => "true" },
  // A row is a moment at which pages change, and is deleted once it has passed.
  content_changes: { events: ["delete"], isShown: () => "true" },
}

/**
 * The writes that make a new version of the inbox. Entries need none, as whatever adds or removes one changes its message
 * too, and neither does a new mail, which is then claimed.
 */
export const inboxWrites: Record<string, readonly WriteEvent[]> = {
  messages: EVERY_EVENT,
  outbox: ["update", "delete"],
}
