// `node baseline-process.ts node|hono FOLDER` answers constant bodies until its standard input ends.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { join } from "node:path"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import type { Constant } from "./baselines.ts"

const [, , kind, folder = ""] = process.argv
const listed: Constant[] = JSON.parse(readFileSync(join(folder, "constants.json"), "utf8"))
const constants = listed.map((constant) => ({ ...constant, body: new Uint8Array(readFileSync(constant.file)) }))

function overHono(): Server {
  const app = new Hono()
  for (const { path, headers, body } of constants) app.get(path, (c) => c.body(body, 200, headers))
  return createAdaptorServer(app) as Server
}

function overNode(): Server {
  const byPath = new Map(constants.map((constant) => [constant.path, constant]))
  return createServer((request, response) => {
    const found = byPath.get(request.url ?? "")
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { ...found.headers, "Content-Length": found.body.length }).end(found.body)
  })
}

const server = kind === "hono" ? overHono() : overNode()
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().on("end", () => process.exit())
