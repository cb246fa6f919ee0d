import { randomUUID } from "node:crypto"
import sharp from "sharp"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile, toFile } from "#server/testing/image-files.ts"
import { admin, type Site } from "#server/testing/start-site.ts"

export interface Outcome {
  /** It is 0 without a response. */
  status: number
  text: string
}

/** Never throws: a broken connection is an outcome like any other. */
export async function request(url: string, init: RequestInit = {}): Promise<Outcome> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

export interface TimedOutcome extends Outcome {
  seconds: number
}

export async function timed(work: Promise<Outcome>): Promise<TimedOutcome> {
  const start = performance.now()
  const outcome = await work
  return { ...outcome, seconds: (performance.now() - start) / 1000 }
}

export function sendJson(url: string, method: string, body: unknown, headers: Record<string, string> = {}) {
  return request(url, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends a contact request that can be found by its id, also when it is sent twice. */
export function sendContact(
  { url }: Pick<Site, "url">,
  { requestId = randomUUID() as string, message = "" } = {},
  headers: Record<string, string> = {},
) {
  const text = `${contactFields.message} ${message} ${requestId}`
  return sendJson(`${url}/api/contact`, "POST", { ...contactFields, requestId, message: text }, headers)
}

/** Signs in, and returns the headers of the administrator's browser. */
export async function signIn({ url }: Pick<Site, "url">): Promise<{ Cookie: string }> {
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(admin),
  })
  if (response.status !== 200) throw new Error(`Log-in answered ${response.status}`)
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/;.*/, ""))
  return { Cookie: cookies.join("; ") }
}

export function createProject(
  { url }: Pick<Site, "url">,
  headers: { Cookie: string },
  { name, pictures }: { name: string; pictures: readonly File[] },
): Promise<Outcome> {
  const fields = { project_name: name, description: "Un essai.", sector: "Transport", status: "En cours" }
  const body = createForm({ ...fields, project_images: pictures })
  return request(`${url}/api/projects`, { method: "POST", headers, body })
}

export function makePictures(count: number, width: number): Promise<File[]> {
  return Promise.all(Array.from({ length: count }, () => createImageFile({ width, height: Math.round(width * 0.75) })))
}

/** Makes a picture of nothing but noise, which no encoder makes smaller than about 250 kB. */
export function makeHeavyPicture(): Promise<File> {
  return makeNoise(800)
}

/** Makes noise of that width, with about half a byte per pixel. */
export async function makeNoise(width: number): Promise<File> {
  const noise = { type: "gaussian", mean: 128, sigma: 50 } as const
  const height = Math.round(width * 0.75)
  const picture = sharp({ create: { width, height, channels: 3, background: "#808080", noise } })
  return toFile(await picture.jpeg({ quality: 75 }).toBuffer(), "photo.jpg")
}

export function countStatuses(outcomes: readonly Outcome[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
