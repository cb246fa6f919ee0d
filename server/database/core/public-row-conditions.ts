/** The SQL conditions, valid on both engines, for rows that a public page may show. */
export const publicRowConditions = {
  projects: (row: string) => `${row}.state = 'published'`,
  project_images: (row: string) =>
    `exists (select 1 from projects where projects.id = ${row}.project_id and projects.state = 'published')`,
  images: (row: string) =>
    `(exists (select 1 from project_images join projects on projects.id = project_images.project_id
      where project_images.image = ${row}.name and projects.state = 'published')
      or exists (select 1 from content_images where content_images.image = ${row}.name))`,
}
