/** Characters; proxies commonly read 4 to 8 kB of an answer's headers, its policy among them. */
const LONGEST = 2000

/** The address of a redirect; one too long for a header leads to the page without what the query says. */
export function redirectLocation(address: string): string {
  return address.length > LONGEST ? (address.split("?")[0] ?? "/") : address
}
