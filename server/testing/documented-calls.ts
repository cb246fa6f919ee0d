import { startApp } from "./start-app.ts"

await using site = await startApp()

/** The REST calls that the app mounts. */
export const { calls } = site.app
