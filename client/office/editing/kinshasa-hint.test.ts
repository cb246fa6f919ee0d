import { afterEach, expect, test, vi } from "vitest"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ["Africa/Kinshasa", "2026-03-02T14:05", "Heure de Kinshasa."],
  ["Africa/Lubumbashi", "2026-03-02T14:05", "Heure de Kinshasa, soit le 02/03/2026 à 15:05 à l’heure de cet appareil."],
  ["Africa/Lubumbashi", "2026-03-31T23:30", "Heure de Kinshasa, soit le 01/04/2026 à 00:30 à l’heure de cet appareil."],
  ["Africa/Lubumbashi", "", "Heure de Kinshasa."],
  ["Africa/Lubumbashi", "2026-02-31T10:00", "Heure de Kinshasa."],
])("in %s, the hint at %j is « %s »", async (zone, moment, hint) => {
  vi.stubEnv("TZ", zone)
  const { kinshasaHint } = await import("./kinshasa-hint.ts")
  expect(kinshasaHint(moment)).toBe(hint)
})
