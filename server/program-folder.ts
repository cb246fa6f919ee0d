import { findPackageJSON } from "node:module"
import { dirname } from "node:path"

/** The folder of package.json, both for the TypeScript sources and for the built program. */
export const programFolder = dirname(findPackageJSON(import.meta.url) ?? "")
