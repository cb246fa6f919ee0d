import { withStorage } from "#client/app/browser-storage.ts"
import { SECTORS, type Sector } from "#server/contract/sectors.ts"

/** Key in localStorage of the sector of the project added last on this device. */
const KEY = "lastSector"

export function readLastSector(): Sector | undefined {
  const stored = withStorage(() => localStorage.getItem(KEY))
  return SECTORS.find((sector) => sector === stored)
}

export function storeLastSector(sector: Sector): void {
  withStorage(() => localStorage.setItem(KEY, sector))
}
