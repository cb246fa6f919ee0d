import type { ServerDomain } from "#server/domain.ts"
import { projectsCsvRest } from "./csv-rest.ts"
import { publishDueProjects } from "./due.ts"
import { deleteExpiredPreviewLinks } from "./preview-links.ts"
import { countProjects } from "./queries.ts"
import { projectsRest } from "./rest.ts"
import { projectsRouter } from "./router.ts"
import { emptyTrash } from "./trash.ts"

export const projects = {
  routers: { projects: projectsRouter },
  rest: [...projectsRest, ...projectsCsvRest],
  tasks: {
    soon: [{ name: "publish due projects", run: publishDueProjects }],
    hourly: [
      { name: "delete expired preview links", run: ({ db, now }) => deleteExpiredPreviewLinks(db, now()) },
      { name: "empty the trash", run: emptyTrash },
    ],
  },
  gauges: { lisanga_projects: { help: "Projects.", read: ({ db }) => countProjects(db) } },
} satisfies ServerDomain
