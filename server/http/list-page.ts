import type { Context } from "hono"
import { LIST_LIMIT_MAX } from "#server/contract/paging.ts"
import type { AppEnv } from "./app-env.ts"
import { readNumber } from "./json-body.ts"

interface ListPage {
  limit?: number | undefined
  after?: number | undefined
  at?: string | undefined
}

/**
 * Reads the page of a list that the query asks for; if older rows follow, a Link header names the next page. It repeats
 * no other parameters, since the response may be cached for everybody.
 */
export async function readListPage<Row extends { id: number }>(
  c: Context<AppEnv>,
  filter: "sector" | "state",
  list: (page: ListPage) => Promise<Row[]>,
  momentOf: (row: Row) => string,
) {
  const { limit, after, at, [filter]: value } = c.req.query()
  const page = { limit: readOptional(limit), after: readOptional(after), at }
  const rows = await list(page)
  const last = rows.at(-1)
  const isFull = last !== undefined && rows.length === (page.limit ?? LIST_LIMIT_MAX)
  const position = last && { after: last.id, at: momentOf(last) }
  if (!isFull || (await list({ limit: 1, ...position })).length === 0) return { rows, headers: {} }
  const kept = { ...(value !== undefined && { [filter]: value }), ...(limit !== undefined && { limit }) }
  const next = new URLSearchParams({ ...kept, after: String(last.id), at: momentOf(last) })
  return { rows, headers: { Link: `<${c.req.path}?${next}>; rel="next"` } }
}

function readOptional(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readNumber(text)
}
