import Bowser from "bowser"

/** What a passkey is called until its owner renames it: « Chrome sur Android ». */
export function nameOfDevice(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN
  const parsed = Bowser.getParser(userAgent)
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()]
  if (browser && system) return `${browser} sur ${system}`
  return browser || system || UNKNOWN
}

const UNKNOWN = "Clé d’accès"
