// Addresses are parsed before zod is loaded: this file must not import it.

import { cutText } from "./cut-text.ts"
import { isDay } from "./days.ts"
import { isPageNumber } from "./paging.ts"

/** A search param of a list, with the name that calls give to it. */
export interface Param<Key extends string, Written, Value, Default = undefined> {
  key: Key
  /** Returns what the address may contain of what the router has parsed from it. */
  read(given: unknown): Written | undefined
  decode(written: Written): Value
  encode(value: Value): Written
  /** The value of an address without the param. */
  default: Default
  isFilter?: boolean
}

type Declared = Record<string, Param<string, unknown, unknown, unknown>>

/** The search params of a list; defaults are left out. */
export type ListParams<Params extends Declared> = {
  [Name in keyof Params]?: NonNullable<ReturnType<Params[Name]["read"]>> | undefined
}

export type ListSearch<Params extends Declared> = {
  [Name in keyof Params as Params[Name]["key"]]: ReturnType<Params[Name]["decode"]> | Params[Name]["default"]
}

export type ParamsOf<Address> = Address extends { parse: (given: Record<string, unknown>) => infer Params }
  ? Params
  : never

export type ListAddress<Params extends Declared> = ReturnType<typeof listAddress<Params>>

/** Parses and formats the address of a list, whose search params are declared once, in their order. */
export function listAddress<const Params extends Declared>(declared: Params) {
  type Written = ListParams<Params>
  const entries = Object.entries(declared)
  const filters = entries.filter(([, { isFilter }]) => isFilter).map(([name]) => name)

  /** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
  function parse(given: Record<string, unknown>): Written {
    const read = entries.map(([name, param]) => {
      const written = Object.keys(given).includes(name) ? param.read(given[name]) : undefined
      return [name, written === undefined || param.decode(written) === param.default ? undefined : written]
    })
    return Object.fromEntries(read)
  }

  /** Parses params whose values are texts, as those of a query string and of a select are. */
  function parseTexts(texts: Record<string, string>): Written {
    const values = entries.flatMap(([name, { read }]) => {
      const text = Object.keys(texts).includes(name) ? texts[name] : undefined
      if (text === undefined) return []
      return [[name, read(text) === undefined && /^\d{1,15}$/.test(text) ? Number(text) : text]]
    })
    return parse(Object.fromEntries(values))
  }

  return {
    parse,
    parseTexts,

    /** Parses the value of one param, as an option of a select has it. */
    parseText: (name: keyof Params & string, text: string) =>
      ({ [name]: parseTexts({ [name]: text })[name] }) as Written,

    /** Returns the input of the list's call. */
    toSearch(params: Written): ListSearch<Params> {
      const decoded = entries.map(([name, { key, decode, ...param }]) => {
        const written: unknown = params[name]
        return [key, written === undefined ? param.default : decode(written)]
      })
      return Object.fromEntries(decoded)
    },

    /** Returns all params, also undefined ones, so that those of another search leave the URL. */
    fromSearch(search: { [Key in keyof ListSearch<Params>]?: ListSearch<Params>[Key] | undefined }): Written {
      const encoded = entries.map(([name, { key, encode, ...param }]) => {
        const value: unknown = search[key as keyof typeof search]
        return [name, value === undefined || value === param.default ? undefined : encode(value)]
      })
      return Object.fromEntries(encoded)
    },

    /** Returns the query string with its question mark, or nothing if all params are defaults. */
    format(params: Written): string {
      const given = entries.filter(([name]) => params[name] !== undefined)
      const query = String(new URLSearchParams(given.map(([name]) => [name, String(params[name])])))
      return query && `?${query}`
    },

    countFilters: (params: Written) => filters.filter((name) => params[name] !== undefined).length,

    /** The params that remove all filters. */
    noFilters: Object.fromEntries(filters.map((name) => [name, undefined])) as Written,
  }
}

/** Marks a param as one that chips name and remove. */
export function filter<Kind extends Param<string, unknown, unknown, unknown>>(param: Kind): Kind {
  return { ...param, isFilter: true }
}

/** One of the values by its slug; the default has none in the address. */
export function slug<Key extends string, Value extends string, Slug extends string>(
  key: Key,
  slugs: Readonly<Record<Value, Slug>>,
): Param<Key, Slug, Value>
export function slug<Key extends string, Value extends string, Slug extends string>(
  key: Key,
  slugs: Readonly<Record<Value, Slug>>,
  fallback: NoInfer<Value>,
): Param<Key, Slug, Value, Value>
export function slug<Value extends string, Slug extends string>(
  key: string,
  slugs: Readonly<Record<Value, Slug>>,
  fallback?: Value,
): Param<string, Slug, Value, Value | undefined> {
  const values = Object.keys(slugs) as Value[]
  return {
    key,
    read: (given) => Object.values<Slug>(slugs).find((one) => one === given),
    decode: (written) => values.find((value) => slugs[value] === written) as Value,
    encode: (value) => slugs[value],
    default: fallback,
  }
}

/** Returns slugs that are the values themselves. */
export function ownSlugs<Value extends string>(values: readonly Value[]): { readonly [Own in Value]: Own } {
  return Object.fromEntries(values.map((value) => [value, value])) as { [Own in Value]: Own }
}

/** An id, or one of the values by its slug. */
export function slugOrId<Key extends string, Value extends string, Slug extends string>(
  key: Key,
  slugs: Readonly<Record<Value, Slug>>,
): Param<Key, Slug | number, Value | number> {
  const word = slug(key, slugs)
  return {
    key,
    read: (given) => word.read(given) ?? (isId(given) ? given : undefined),
    decode: (written) => (typeof written === "number" ? written : word.decode(written)),
    encode: (value) => (typeof value === "number" ? value : word.encode(value)),
    default: undefined,
  }
}

export function text<Key extends string>(key: Key): Param<Key, string, string, ""> {
  return { ...plain(key, parseSearchText), default: "" }
}

export function number<Key extends string>(
  key: Key,
  isValid: (given: unknown) => given is number,
): Param<Key, number, number> {
  return { ...plain(key, (given) => (isValid(given) ? given : undefined)), default: undefined }
}

export function day<Key extends string>(key: Key): Param<Key, string, string> {
  return { ...plain(key, (given) => (isDay(given) ? given : undefined)), default: undefined }
}

/** Some of the values, in their order, by their slugs; all of them are the default, and a word stands for none. */
export function someOf<Key extends string, Value extends string>(
  key: Key,
  slugs: Readonly<Record<Value, string>>,
  none: string,
): Param<Key, string, Value[]> {
  const values = Object.keys(slugs) as Value[]
  const decode = (written: string) => values.filter((value) => written.split(",").includes(slugs[value]))
  const encode = (chosen: readonly Value[]) =>
    values
      .filter((value) => chosen.includes(value))
      .map((value) => slugs[value])
      .join(",") || none
  return {
    key,
    read(given) {
      if (typeof given !== "string" || given === none) return given === none ? none : undefined
      const chosen = decode(given)
      return chosen.length === 0 || chosen.length === values.length ? undefined : encode(chosen)
    },
    decode,
    encode,
    default: undefined,
  }
}

/** Whether the address has the word. */
export function flag<Key extends string, Word extends string | true>(key: Key, word: Word): Param<Key, Word, true> {
  return {
    key,
    read: (given) => (given === word ? word : undefined),
    decode: () => true,
    encode: () => word,
    default: undefined,
  }
}

export const pageNumber: Param<"page", number, number, 1> = {
  ...plain("page", (given) => (isPageNumber(given) ? given : undefined)),
  default: 1,
}

function plain<Key extends string, Value>(key: Key, read: (given: unknown) => Value | undefined) {
  return { key, read, decode: (written: Value) => written, encode: (value: Value) => value }
}

export const SEARCH_MAX = 200

/** Returns the search text of a URL, where the router parses « 12 » as a number; undefined if it is empty. */
function parseSearchText(given: unknown): string | undefined {
  const text = ["string", "number", "boolean"].includes(typeof given) ? String(given).trim() : ""
  return cutText(text, SEARCH_MAX) || undefined
}

export function isId(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) > 0
}
