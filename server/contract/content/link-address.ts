/** Whether a link in a text may lead there: to a page of the site, or to another site over https. */
export function isLinkAddress(href: string): boolean {
  if (!/^(\/(?![/\\])|https:\/\/[^/])/.test(href)) return false
  try {
    // Some browsers of the office lack URL.canParse().
    return new URL(href, "https://site.invalid") !== undefined
  } catch {
    return false
  }
}
