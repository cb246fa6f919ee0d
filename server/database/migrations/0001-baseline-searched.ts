export interface TextIndex {
  index: string
  table: string
  /** These texts have no accents, and the index ignores case. No match spans two texts. */
  columns: readonly string[]
  /** Whether rows with a `deleted_at` are left out. */
  softDelete: boolean
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
  { index: "audit_search", table: "audit", columns: ["subject_folded"], softDelete: false },
]

const isShown = (name: string) =>
  `(exists (select 1 from project_images join projects on projects.id = project_images.project_id
    where project_images.image = ${name} and projects.state = 'published')
    or exists (select 1 from content_images where content_images.image = ${name}))`

/**
 * The tables whose writes make a new content version, each with the condition, valid on both engines, for rows that a
 * public page may show.
 */
export const shownRows: Record<string, (row: string) => string> = {
  projects: (row) => `${row}.state = 'published'`,
  project_images: (row) =>
    `exists (select 1 from projects where projects.id = ${row}.project_id and projects.state = 'published')`,
  images: (row) => isShown(`${row}.name`),
  // Pages that were never published show photos that ship with the site, whose names are paths.
  image_details: (row) => `(${row}.name like '%/%' or ${isShown(`${row}.name`)})`,
  revisions: () => "true",
  content_changes: () => "true",
}

/** Each write to a message, its entries or its mails increments the inbox's version. */
export const inboxTables = ["messages", "message_entries", "outbox"]
