/** Whether a link in a text may lead there: to a page of the site, or to another site over https. */
export function isLinkAddress(href: string): boolean {
  return /^(\/(?![/\\])|https:\/\/[^/])/.test(href) && isUrl(href)
}

/** Browsers of the office may lack URL.canParse(). */
function isUrl(href: string): boolean {
  try {
    new URL(href, "https://site.invalid")
    return true
  } catch {
    return false
  }
}
