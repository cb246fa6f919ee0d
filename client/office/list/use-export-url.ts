import { useLocation } from "@tanstack/react-router"

/** Returns the URL of an export of the shown list, without the quotes that the router puts around « 12 ». */
export function useExportUrl(path: string): string {
  const search = useLocation({ select: ({ search }) => search })
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const params = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
  return params ? `${path}?${params}` : path
}
