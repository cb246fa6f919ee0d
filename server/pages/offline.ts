import { Hono } from "hono"
import { OFFLINE_PATH } from "#server/contract/offline.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { type Bundle, renderForAll } from "./render.ts"

/** Serves a page without scripts, which the service worker shows at the URL of any page. */
export function offline(bundle: () => Promise<Bundle>) {
  return new Hono<AppEnv>().get(OFFLINE_PATH, async (c) => {
    const withoutScripts = { ...(await bundle()), app: undefined }
    return sendCached(c, OFFLINE_PATH, () => renderForAll(c, withoutScripts, OFFLINE_PATH))
  })
}
