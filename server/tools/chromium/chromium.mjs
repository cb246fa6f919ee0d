// This is plain JavaScript, since server/tools/prepare.mjs calls it on the machine's own Node.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { installFromDebian, isDebianRoot } from "./debian-packages.mjs"

// It has the same engine but draws no window, which saves four fifths of the work of each test.
const shell = "chromium-headless-shell"

const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** Installs Debian's headless Chromium where it can, unless CHROMIUM_PATH names one. It needs no node_modules. */
export async function installDebianChromium() {
  if (process.env.CHROMIUM_PATH || onPath([shell])) return
  await installFromDebian("Chromium", [shell])
  // Older releases have no such package.
  if (!onPath(names)) await installFromDebian("Chromium", ["chromium"])
}

/**
 * Returns the path of the Chromium that the end-to-end tests run in.
 * @param {{ install: boolean }} options install: whether Playwright's may be fetched when the machine has none
 * @returns {Promise<string>}
 */
export async function chromiumPath({ install }) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (works(named)) return named
    throw new Error(`CHROMIUM_PATH : ${named} n'est pas un Chromium qui démarre`)
  }
  const found = onPath(names) ?? (await playwrightsOwn())
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
 * Starts the program to find out, since Ubuntu's chromium-browser is a script that only refers to the snap.
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
  const cli = fileURLToPath(new URL("../../../node_modules/@playwright/test/cli.js", import.meta.url))
  const args = ["install", "--no-shell", ...(isDebianRoot() ? ["--with-deps"] : []), "chromium"]
  return spawnSync(process.execPath, [cli, ...args], { stdio: ["ignore", "ignore", "inherit"] }).status === 0
}
