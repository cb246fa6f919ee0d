const isShown = (name: string) =>
  `(exists (select 1 from project_images join projects on projects.id = project_images.project_id
    where project_images.image = ${name} and projects.state = 'published')
    or exists (select 1 from content_images where content_images.image = ${name}))`

/** The SQL conditions, valid on both engines, for rows that a public page may show. */
export const publicRowConditions = {
  projects: (row: string) => `${row}.state = 'published'`,
  project_images: (row: string) =>
    `exists (select 1 from projects where projects.id = ${row}.project_id and projects.state = 'published')`,
  images: (row: string) => isShown(`${row}.name`),
  // Pages that were never published show photos that ship with the site, whose names are paths.
  image_details: (row: string) => `(${row}.name like '%/%' or ${isShown(`${row}.name`)})`,
}
