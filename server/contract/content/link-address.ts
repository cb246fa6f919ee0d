/** Whether a link in a text may lead there: to a page of the site, or to another site over https. */
export function isLinkAddress(href: string): boolean {
  return /^(\/(?![/\\])|https:\/\/[^/])/.test(href) && URL.canParse(href, "https://site.invalid")
}
