import type { DefaultOf } from "./default-of.ts"

export const annonce: DefaultOf<"annonce"> = { text: "", href: "", from: "", until: "" }
