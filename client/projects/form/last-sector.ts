import { SECTORS, type Sector } from "#server/contract/sectors.ts"

/** In local storage: the sector of the project added last on this device. */
const KEY = "lastSector"

export function readLastSector(): Sector | undefined {
  try {
    return SECTORS.find((sector) => sector === localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

export function storeLastSector(sector: Sector): void {
  try {
    localStorage.setItem(KEY, sector)
  } catch {
    // Without storage nothing is preselected.
  }
}
