import type { ServerDomain } from "#server/domain.ts"
import { bumpVersionAtDueMoments, publishDueDrafts } from "./due.ts"
import { contentRest } from "./rest.ts"
import { contentRouter } from "./router.ts"

export const content = {
  routers: { content: contentRouter },
  rest: contentRest,
  tasks: {
    soon: [
      { name: "publish due drafts", run: publishDueDrafts },
      { name: "apply due changes", run: bumpVersionAtDueMoments },
    ],
  },
} satisfies ServerDomain
