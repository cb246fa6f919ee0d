import { useLocation } from "@tanstack/react-router"

/** An export of the list that the URL shows. The router writes « 12 » in quotes, which only it reads again as a text. */
export function useExportUrl(path: string): string {
  const search = useLocation({ select: ({ search }) => search })
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `${path}?${params}` : path
}
