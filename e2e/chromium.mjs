// Plain JavaScript: server/tools/prepare.mjs calls it on the machine's own Node.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { installFromDebian, isDebianRoot } from "./debian-packages.mjs"

// The same engine without the pages of a window's own: a fifth of the work for each test.
const shell = "chromium-headless-shell"

const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/**
 * The Chromium that the end-to-end tests run in.
 * @param {{ install: boolean }} options install: whether one may be fetched when the machine has none
 * @returns {Promise<string>}
 */
export async function chromiumPath({ install }) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (works(named)) return named
    throw new Error(`CHROMIUM_PATH : ${named} n'est pas un Chromium qui démarre`)
  }
  const present = onPath(names) ?? (await playwrightsOwn())
  if (install && !onPath([shell])) installFromDebian("Chromium", present ? [shell] : ["chromium", shell])
  const found = onPath(names) ?? present
  if (found) return found
  const fetched = install && downloadPlaywrights() && (await playwrightsOwn())
  if (fetched) return fetched
  throw new Error("Aucun Chromium : installez le paquet « chromium », ou nommez-en un dans CHROMIUM_PATH")
}

/** @param {string[]} wanted */
function onPath(wanted) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(works)
}

/**
 * Asked to start, since Ubuntu's chromium-browser outside snap is a script that only says so.
 * @param {string} path
 */
function works(path) {
  return existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test")
  const path = chromium.executablePath()
  return works(path) ? path : undefined
}

function downloadPlaywrights() {
  console.log("Téléchargement du Chromium de Playwright…")
  const cli = fileURLToPath(new URL("../node_modules/@playwright/test/cli.js", import.meta.url))
  const args = ["install", "--no-shell", ...(isDebianRoot() ? ["--with-deps"] : []), "chromium"]
  return spawnSync(process.execPath, [cli, ...args], { stdio: ["ignore", "ignore", "inherit"] }).status === 0
}
