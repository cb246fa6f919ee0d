import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { useModal } from "#client/ui/use-modal.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { STATE_LABELS } from "#server/contract/project-states.ts"
import { palette as texts } from "./palette-texts.ts"
import { useCan } from "./rights.tsx"
import { admin } from "./texts.ts"

interface Choice {
  key: string
  icon: IconName
  label: string
  detail?: string | undefined
  choose: () => void
}

interface Group {
  label: string
  choices: readonly Choice[]
}

const FOUND_MAX = 5

interface PaletteProps {
  onClose: () => void
  onLogOut: () => void
}

/** Leads to screens, projects and requests by their names, and starts actions. */
export default function Palette({ onClose, onLogOut }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  useModal(dialog)
  const own = useOwnChoices(text, onLogOut)
  const found = useFound(text)
  const groups = [...own, ...found.groups].filter(({ choices }) => choices.length > 0)
  const choices = groups.flatMap((group) => group.choices)
  const current = choices[Math.min(active, choices.length - 1)]

  // The focus stays in the field, so that the browser scrolls to no choice.
  useEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(`${id}-${current?.key}`)}"]`)?.scrollIntoView?.({ block: "nearest" })
  }, [id, current?.key])

  function choose(choice: Choice) {
    onClose()
    choice.choose()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, choices.length - 1) + step + choices.length) % choices.length)
    } else if (event.key === "Enter" && current && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={texts.title}
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="mx-auto mt-[8dvh] max-h-[84dvh] w-[min(94vw,38rem)] overflow-hidden rounded-box bg-base-100 text-base-content shadow-float backdrop:bg-neutral/60 open:flex open:flex-col"
    >
      <div className="flex items-center gap-2 border-b border-base-300 p-3">
        <input
          type="text"
          role="combobox"
          data-autofocus
          aria-label={texts.field}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.key}`}
          aria-autocomplete="list"
          placeholder={texts.field}
          autoComplete="off"
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="input w-full text-ellipsis"
        />
        <button
          type="button"
          aria-label={admin.closeSearch}
          className="btn btn-ghost btn-square shrink-0"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={texts.title} className="min-h-0 overflow-y-auto p-2">
        {groups.map(({ label, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: the options of a list box are grouped so.
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm font-semibold text-base-content/75">
              {label}
            </p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys act in the field, which keeps the focus.
              <div
                key={choice.key}
                id={`${id}-${choice.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={choice === current}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 hover:bg-base-200 aria-selected:bg-primary aria-selected:text-primary-content"
                onClick={() => choose(choice)}
              >
                <Icon name={choice.icon} />
                <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
                  <span className="wrap-anywhere">{choice.label}</span>
                  {choice.detail && <span className="text-sm opacity-85">{choice.detail}</span>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-base-300 px-4 py-2 text-sm text-base-content/75">
        {found.failure ??
          (found.isSearching ? (
            texts.searching
          ) : choices.length === 0 ? (
            texts.none
          ) : (
            <span className="pointer-coarse:hidden">{texts.help}</span>
          ))}
      </p>
    </dialog>
  )
}

/** Returns the screens and actions whose names contain every word of the text. */
function useOwnChoices(text: string, onLogOut: () => void): Group[] {
  const navigate = useNavigate()
  const can = useCan()
  const words = normalizeForSearch(text).split(" ")
  const isFound = ({ label }: Choice) => words.every((word) => normalizeForSearch(label).includes(word))
  const screens = admin.links
    .filter(({ right }) => can(right))
    .map(({ label, to, icon }): Choice => ({ key: to, icon, label, choose: () => void navigate({ to }) }))
  const account: Choice = {
    key: "account",
    icon: "account",
    label: admin.account,
    choose: () => void navigate({ to: "/admin/account" }),
  }
  const create: Choice = {
    key: "new-project",
    icon: "add",
    label: texts.newProject,
    choose: () => void navigate({ to: "/admin/project-form" }),
  }
  const leave: Choice = { key: "log-out", icon: "logout", label: texts.logOut, choose: onLogOut }
  return [
    { label: texts.screens, choices: [...screens, account].filter(isFound) },
    { label: texts.actions, choices: [...(can("projects.write") ? [create] : []), leave].filter(isFound) },
  ]
}

const DELAY_MS = 200
const LENGTH_MIN = 2

/** Searches projects and requests a moment after the last key. */
function useFound(text: string) {
  const { queries } = useApi()
  const navigate = useNavigate()
  const can = useCan()
  const search = useDelayed(text.trim())
  const isLong = search.length >= LENGTH_MIN
  const options = { placeholderData: keepPreviousData }
  const projects = useQuery(
    queries.projects.search.queryOptions(
      { search, sort: "newest", page: 1 },
      { ...options, enabled: isLong && can("projects.read") },
    ),
  )
  const requests = useQuery(
    queries.messages.search.queryOptions(
      { search, sort: "newest", page: 1 },
      { ...options, enabled: isLong && can("messages.read") },
    ),
  )
  const failure = projects.error ?? requests.error
  const groups: Group[] = [
    {
      label: texts.projects,
      choices: (projects.data?.projects ?? []).slice(0, FOUND_MAX).map(({ id, name, address, state }) => ({
        key: `project-${id}`,
        icon: "building",
        label: name,
        detail: [address, state !== "published" && STATE_LABELS[state]].filter(Boolean).join(", "),
        choose: () =>
          void (can("projects.write")
            ? navigate({ to: "/admin/project-edit/{-$id}", params: { id: String(id) } })
            : navigate({ to: "/admin/projects", search: { search: name } })),
      })),
    },
    {
      label: texts.requests,
      choices: (requests.data?.messages ?? []).slice(0, FOUND_MAX).map(({ id, firstName, lastName, reference }) => ({
        key: `request-${id}`,
        icon: "mail",
        label: `${firstName} ${lastName}`,
        detail: reference ?? undefined,
        choose: () => void navigate({ to: "/admin/messages/$id", params: { id: String(id) } }),
      })),
    },
  ]
  return {
    groups: isLong ? groups : [],
    isSearching: search !== text.trim() || projects.isFetching || requests.isFetching,
    failure: failure ? loadingFailure(texts.failed, failure) : undefined,
  }
}

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  // React has no timers.
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}
