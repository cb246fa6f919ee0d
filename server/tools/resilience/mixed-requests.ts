import { createForm } from "#server/testing/image-files.ts"
import type { Site } from "#server/testing/start-site.ts"
import { paths } from "#server/tools/bench/hour.ts"
import { TRPC_LIST } from "#server/tools/bench/load-cases.ts"
import { createProject, makePictures, type Outcome, request, sendContact, sendJson } from "./visitor.ts"

export interface Kind {
  name: string
  /** In requests out of a hundred. */
  share: number
  /** The statuses that it may be answered, of which none is a 5xx. */
  expected: readonly number[]
  send: (count: number) => Promise<Outcome>
}

interface Given {
  headers: { Cookie: string }
  random: () => number
}

/** Returns the requests of visitors, an administrator, robots and attackers, each with its share. */
export async function mixedRequests({ url }: Site, { headers, random }: Given): Promise<Kind[]> {
  const pictures = await makePictures(40, 500)
  const projects: { id: number; project_images: string[] }[] = JSON.parse((await request(`${url}/api/projects`)).text)
  const stored = projects.flatMap(({ project_images }) => project_images)
  const bundled = (await request(url)).text.match(/\/(assets|photos)\/[\w.-]+/g) ?? []
  const any = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const get = (path: string, more: Record<string, string> = {}) => request(url + path, { headers: more })
  const put = (id: unknown, body: unknown) => sendJson(`${url}/api/projects/${id}`, "PUT", body, headers)
  // Each visitor has a client IP, as a trusted proxy passes it on, since limits are per IP.
  const from = (visitor: number) => ({ "X-Forwarded-For": `198.51.${visitor >> 8}.${visitor & 255}` })
  const search = (router: "projects" | "messages", text: string) => {
    const input = { search: text, page: 1, ...(router === "projects" && { sort: "newest" }) }
    return get(`/trpc/${router}.search?input=${encodeURIComponent(JSON.stringify(input))}`, headers)
  }
  // An account has fifty sessions, so that more log-ins would end the administrator's, whose requests these are.
  const visitor = { username: "Charge", email: "charge@exemple.cd", password: "un mot de passe de charge" }
  const registration = { ...visitor, confirm_password: visitor.password }
  const { status, text } = await sendJson(`${url}/api/register`, "POST", registration)
  if (status !== 201) throw new Error(text)
  const logIn = (count: number) => sendJson(`${url}/api/login`, "POST", visitor, from(count))
  const unknown = (visitor: number) =>
    sendJson(`${url}/api/login`, "POST", { email: `x${visitor}@exemple.cd`, password: "n’existe pas" }, from(visitor))

  async function createAndDelete(count: number) {
    const created = await createProject({ url }, headers, { name: `Charge ${count}`, pictures: [any(pictures)] })
    if (created.status !== 201) return created
    return request(`${url}/api/projects/${JSON.parse(created.text).project.id}`, { method: "DELETE", headers })
  }

  const wrong: (() => Promise<Outcome>)[] = [
    () => request(`${url}/api/contact`, { method: "POST", body: "{", headers: { "Content-Type": "application/json" } }),
    () => request(`${url}/api/contact`, { method: "POST", body: "a=b" }),
    () => sendJson(`${url}/api/contact`, "POST", { __proto__: null, firstName: ["x"], email: {} }),
    () => sendJson(`${url}/api/contact`, "POST", { message: "a".repeat(1_200_000) }),
    () => get("/api/projects?sector=%00'%3B--"),
    () => get("/trpc/projects.page?batch=1&input=%7B"),
    () => put("1e9", {}),
    () => put(1, { sector: "Pêche", project_images: "non" }),
    () =>
      request(`${url}/upload`, {
        method: "POST",
        headers,
        body: createForm({ images: new File(["<svg/>"], "a.svg") }),
      }),
    () => get("/uploads/..%2Fsite.db"),
    () => get(`/uploads/${any(stored)}?w=7`),
    () =>
      request(`${url}/api/projects/1`, { method: "PUT", headers: { "Content-Type": "application/json" }, body: "{}" }),
  ]
  const rejections = [400, 401, 404, 405, 413, 415]

  return [
    { name: "pages", share: 28, expected: [200], send: () => get(any(paths)) },
    { name: "pages that are rendered anew", share: 4, expected: [200], send: (n) => get(`${any(paths)}?visite=${n}`) },
    { name: "lists", share: 8, expected: [200], send: () => get(any(["/api/projects", "/projects?sector=transport"])) },
    { name: "tRPC reads", share: 8, expected: [200], send: () => get(TRPC_LIST) },
    { name: "pictures and files", share: 15, expected: [200], send: () => get(any(bundled)) },
    {
      name: "uploaded pictures, narrower",
      share: 5,
      expected: [200],
      send: () =>
        get(`/uploads/${any(stored)}?w=${any([320, 640, 960])}`, { Accept: any(["image/avif", "image/webp"]) }),
    },
    { name: "contact requests", share: 8, expected: [201], send: (n) => sendContact({ url }, {}, from(n)) },
    { name: "log-ins", share: 1, expected: [200], send: logIn },
    { name: "log-ins that fail", share: 2, expected: [401, 429], send: (n) => unknown(n % 20) },
    { name: "reads of the back-office", share: 3, expected: [200], send: () => get("/api/admin/stats", headers) },
    {
      name: "searches of the back-office",
      share: 3,
      expected: [200],
      send: () => search(any(["projects", "messages"] as const), any(["port", "a", "devis", "%_", "é"])),
    },
    {
      name: "changes of a project",
      share: 3,
      expected: [200],
      send: (n) => put(any(projects).id, { address: `rue ${n}` }),
    },
    { name: "projects made with a picture, and deleted", share: 1, expected: [200], send: createAndDelete },
    { name: "bad input", share: 6, expected: rejections, send: () => any(wrong)() },
    { name: "URLs that do not exist", share: 5, expected: [404], send: (n) => get(`/wp-login-${n}.php`) },
  ]
}
