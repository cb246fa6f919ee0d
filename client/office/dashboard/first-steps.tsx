import { useQuery } from "@tanstack/react-query"
import { Link, type LinkProps } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { withStorage } from "#client/app/browser-storage.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import type { Right } from "#server/contract/domains/domains.ts"
import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from "#server/contract/first-steps.ts"
import { dashboard } from "./texts.ts"

const { steps: texts } = dashboard

interface StepScreen {
  right: Right
  /** Where it is done; whoever runs the server does it otherwise. */
  link?: Pick<LinkProps, "to" | "params">
}

const editorOf = (page: string) => ({ to: "/admin/site-management/$page", params: { page } }) as const

const screens: Record<FirstStep, StepScreen> = {
  whatsApp: { right: "content.write", link: editorOf("entreprise") },
  hours: { right: "content.write", link: editorOf("entreprise") },
  notify: { right: "settings.write", link: editorOf("parametres") },
  team: { right: "users.manage", link: { to: "/admin/users" } },
  project: { right: "projects.write", link: { to: "/admin/project-form" } },
  photos: { right: "pictures.write", link: { to: "/admin/images" } },
  address: { right: "settings.write" },
}

/** Key in localStorage for a device on which the list was put away. */
const KEY = "firstStepsPutAway"

/** Lists what a new site still needs of what the role may do; it ticks itself, and ends with the last step. */
export function FirstSteps() {
  const { queries } = useApi()
  const can = useCan()
  const { data } = useQuery(queries.stats.firstSteps.queryOptions())
  const [isPutAway, setPutAway] = useState(() => withStorage(() => localStorage.getItem(KEY)) === "yes")
  const steps = FIRST_STEPS.filter((step) => can(screens[step].right))
  if (!data || steps.every((step) => data[step])) return null

  function putAway(isAway: boolean) {
    withStorage(() => (isAway ? localStorage.setItem(KEY, "yes") : localStorage.removeItem(KEY)))
    setPutAway(isAway)
  }

  if (isPutAway) {
    return (
      <button type="button" className="btn btn-ghost mb-6" onClick={() => putAway(false)}>
        {texts.show}
      </button>
    )
  }
  return (
    <div className="mb-6">
      <Panel title={texts.title}>
        <p className="-mt-2 mb-2 text-base-content/75">
          {texts.done(steps.filter((step) => data[step]).length, steps.length)}
        </p>
        <ul className="divide-y divide-base-300">
          {steps.map((step) => (
            <Step key={step} step={step} steps={data} />
          ))}
        </ul>
        <button type="button" className="btn btn-ghost mt-3 -ml-3" onClick={() => putAway(true)}>
          {texts.putAway}
        </button>
      </Panel>
    </div>
  )
}

function Step({ step, steps }: { step: FirstStep; steps: Steps }) {
  const { link } = screens[step]
  const { label, reason } = texts.labels[step]
  const isDone = steps[step]
  return (
    <li className="flex min-h-12 items-center gap-3 py-2">
      <Icon name={isDone ? "done" : "check"} className={`size-6 shrink-0 ${isDone ? "text-success" : "opacity-25"}`} />
      <div className="min-w-0 leading-snug">
        {link && !isDone ? (
          <Link {...link} className="link-inline inline-flex min-h-11 items-center">
            {label}
          </Link>
        ) : (
          <p className={isDone ? "text-base-content/75" : "font-semibold"}>
            {label}
            {isDone && <span className="sr-only"> {texts.isDone}</span>}
          </p>
        )}
        {!isDone && <p className="text-sm text-base-content/75">{reason}</p>}
      </div>
    </li>
  )
}
