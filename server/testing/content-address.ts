/** Returns the address at which the browser reads what a page shows. */
export function contentAddress(slug: string): string {
  return `/api/content/content.page?input=${encodeURIComponent(JSON.stringify({ slug }))}`
}
