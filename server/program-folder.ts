import { findPackageJSON } from "node:module"
import { dirname } from "node:path"

/** The folder of package.json, for the TypeScript sources and for what is built of them alike. */
export const programFolder = dirname(findPackageJSON(import.meta.url) ?? "")
