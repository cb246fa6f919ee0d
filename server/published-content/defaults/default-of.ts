import type * as z from "zod/mini"
import type { PhotoName } from "#server/bundled-photos/listed/all.gen.ts"
import type { BrandedContent, ContentSlug } from "#server/contract/content/pages.ts"

/** The content that a site starts with, whose pictures ship with the site. */
export type DefaultOf<Slug extends ContentSlug> = Bundled<BrandedContent<Slug>>

type Bundled<Value> =
  Value extends z.core.$brand<"picture">
    ? PhotoName
    : Value extends string
      ? Unbranded<Value>
      : { [Key in keyof Value]: Bundled<Value[Key]> }

type Unbranded<Text> = Text extends z.core.$brand ? string : Text
