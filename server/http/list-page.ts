import type { Context } from "hono"
import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { LIST_LIMIT_MAX } from "#server/contract/paging.ts"
import { ListLimit } from "#server/contract/search-fields.ts"
import type { AppEnv } from "./app-env.ts"
import { readNumber } from "./json-body.ts"

/** The query of every list that is read in parts. */
export const listPageQuery = {
  limit: { text: `Le nombre de lignes, ${LIST_LIMIT_MAX} au plus`, schema: ListLimit, example: 100 },
  after: { text: "Le numéro de la dernière ligne reçue\u00a0: les suivantes viennent", schema: Id },
  at: {
    text: "Le moment de cette ligne, que l’en-tête Link donne\u00a0: la liste continue même si la ligne n’existe plus",
    schema: z.string(),
  },
}

interface ListPage {
  limit?: number | undefined
  after?: number | undefined
  at?: string | undefined
}

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

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
  if (!isFull) return { rows, headers: {} }
  // A row that another program wrote may have any text for a date.
  const moment = momentOf(last)
  const position = { after: last.id, ...(ISO_MOMENT.test(moment) && { at: moment }) }
  if ((await list({ limit: 1, ...position })).length === 0) return { rows, headers: {} }
  const kept = { ...(value !== undefined && { [filter]: value }), ...(limit !== undefined && { limit }) }
  const next = new URLSearchParams({ ...kept, ...position, after: String(last.id) })
  return { rows, headers: { Link: `<${c.req.path}?${next}>; rel="next"` } }
}

function readOptional(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readNumber(text)
}
