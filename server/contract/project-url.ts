export const PORTFOLIO_PATH = "/realisations"

const projectSlug = /^[a-z0-9-]{1,120}$/

export function isProjectSlug(text: string): boolean {
  return projectSlug.test(text)
}

export function projectUrl(slug: string): string {
  return `${PORTFOLIO_PATH}/${slug}`
}
