import { chromium } from "@playwright/test"
import { chromiumPath } from "#server/tools/chromium/chromium.mjs"

const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

export async function launchBrowser() {
  return chromium.launch({ executablePath: await chromiumPath({ install: false }), args })
}
