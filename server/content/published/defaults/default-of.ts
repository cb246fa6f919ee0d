import type * as z from "zod/mini"
import type { BrandedContent, ContentSlug } from "#server/contract/content/pages.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import type { BundledName } from "#server/pictures/bundled/listed/all.gen.ts"

/** The content that a site starts with, whose pictures ship with the site. */
export type DefaultOf<Slug extends ContentSlug> = Bundled<BrandedContent<Slug>>

/** What a page starts with, and what search engines and tabs show of it. */
export interface DefaultPage<Slug extends PageSlug> {
  head: DefaultOf<"referencement">[Slug]
  content: DefaultOf<Slug>
}

type Bundled<Value> =
  Value extends z.core.$brand<"picture">
    ? BundledName
    : Value extends z.core.$brand<"optional picture">
      ? BundledName | ""
      : Value extends string
        ? Unbranded<Value>
        : { [Key in keyof Value]: Bundled<Value[Key]> }

type Unbranded<Text> = Text extends z.core.$brand ? string : Text
