import { type FormEvent, useState } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { createUuid } from "#client/app/uuid.ts"
import { account as accountTexts } from "#client/office/account/texts.ts"
import { formatAgo } from "#client/office/french/ages.ts"
import { EmailText } from "#client/office/ui/email-text.tsx"
import { OutlineBadge } from "#client/office/ui/outline-badge.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { displayedName } from "#server/contract/displayed-name.ts"
import { ROLES, type Role } from "#server/contract/domains/roles.ts"
import { gainsRights } from "#server/contract/rights.ts"
import { erasedAt } from "#server/contract/trash.ts"
import type { UserState } from "#server/contract/user-search-params.ts"
import type { User } from "#server/contract/users.ts"
import { usersTexts as texts } from "./texts.ts"
import type { Removal, UserAction } from "./use-user-changes.ts"
import type { UserLinkKind } from "./user-link-dialog.tsx"

export interface UserRowEvents {
  onAction: (user: User, action: UserAction) => void
  onRemove: (user: User, kind: Removal["kind"]) => void
  onLink: (user: User, kind: UserLinkKind) => void
  onInvite: (user: User) => void
  onRename: (user: User) => void
  onShowSessions: (user: User) => void
}

interface UserRowProps extends UserRowEvents {
  user: User
  /** Whether it is the account of the signed-in user, who cannot change it here. */
  isOwn: boolean
  isBusy: boolean
}

const button = "btn border-base-300 bg-base-100 px-3 text-sm max-sm:grow"

export function UserRow({ user, isOwn, isBusy, onInvite, onShowSessions, ...events }: UserRowProps) {
  const { onAction } = events
  return (
    <li
      aria-busy={isBusy}
      className={`grid gap-x-6 gap-y-3 px-4 py-3 md:grid-cols-[minmax(12rem,1fr)_auto] md:items-center ${isBusy ? "opacity-60" : ""}`}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold wrap-anywhere">{displayedName(user)}</span>
          {user.fullName && <span className="text-sm wrap-anywhere text-base-content/75">{user.username}</span>}
          <OutlineBadge tone={tones[user.state]}>{texts.badges[user.state]}</OutlineBadge>
          {!user.isConfirmed && <OutlineBadge tone={UNCONFIRMED_TONE}>{texts.unconfirmed}</OutlineBadge>}
          {isOwn && <span className="text-sm text-base-content/75">({texts.you})</span>}
        </p>
        {needsInvitation(user) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <p>{texts.unconfirmedHelp}</p>
            <button type="button" aria-haspopup="dialog" className={button} onClick={() => onInvite(user)}>
              {texts.invite}
              <span className="sr-only">{texts.of(user.username)}</span>
            </button>
          </div>
        )}
        <p className="wrap-anywhere">
          <EmailText email={user.email} />
        </p>
        <UserFacts user={user} onShowSessions={onShowSessions} />
      </div>
      {isOwn ? (
        <p className="text-sm font-semibold md:text-right">{accountTexts.roles[user.role]}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2 md:max-w-md md:justify-end xl:max-w-lg min-[90rem]:max-w-2xl">
          <RoleForm
            key={user.role}
            user={user}
            isBusy={isBusy}
            onChange={(role) => onAction(user, { kind: "changeRole", role })}
          />
          <div className="contents xl:flex xl:flex-wrap xl:justify-end xl:gap-2">
            <UserButtons user={user} isBusy={isBusy} {...events} />
          </div>
        </div>
      )}
    </li>
  )
}

const tones: Record<UserState, string> = {
  active: "border-success/60 text-success",
  disabled: "border-base-content/40 text-base-content/75",
  deleted: "border-error/60 text-error",
}

const UNCONFIRMED_TONE = "border-warning/60 text-base-content/80"

function UserFacts({ user, onShowSessions }: Pick<UserRowProps, "user" | "onShowSessions">) {
  const { deletedAt, lastSeenAt, passkeys, hasOneTimeCode, sessions } = user
  if (deletedAt) return <p className="text-sm text-base-content/80">{texts.erased(deletedAt, erasedAt(deletedAt))}</p>
  const factors = [passkeys > 0 && texts.passkeys(passkeys), hasOneTimeCode && texts.oneTimeCode].filter(Boolean)
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-base-content/80">
      {lastSeenAt ? (
        <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt)}>
          {texts.seen(formatAgo(lastSeenAt))}
        </time>
      ) : (
        texts.neverSeen
      )}
      {factors.map((factor) => (
        <span key={String(factor)}>· {factor}</span>
      ))}
      {sessions > 0 && (
        <span>
          <span className="max-sm:hidden">· </span>
          <button
            type="button"
            aria-haspopup="dialog"
            className="-my-2 min-h-11 cursor-pointer underline underline-offset-2"
            onClick={() => onShowSessions(user)}
          >
            {texts.sessions(sessions)}
            <span className="sr-only">{texts.of(user.username)}</span>
          </button>
        </span>
      )}
    </p>
  )
}

interface RoleFormProps {
  user: User
  isBusy: boolean
  onChange: (role: Role) => void
}

/** Roles that gain rights are given to confirmed addresses only, and an invitation takes the account's place. */
function needsInvitation({ isConfirmed, state, role }: User): boolean {
  return !isConfirmed && state !== "deleted" && role === "user"
}

/** The role changes on submit only, since arrow keys already change the select. */
function RoleForm({ user: { username, role, state, isConfirmed }, isBusy, onChange }: RoleFormProps) {
  const [chosen, setChosen] = useState<string>(role)
  const offered = isConfirmed ? ROLES : ROLES.filter((one) => !gainsRights(role, one))
  if (state === "deleted" || offered.length === 1) return <p className="px-3 text-sm">{accountTexts.roles[role]}</p>

  function apply(event: FormEvent) {
    event.preventDefault()
    const applied = ROLES.find((one) => one === chosen)
    if (applied && !isBusy) onChange(applied)
  }

  return (
    <form onSubmit={apply} className="flex flex-wrap gap-2 max-sm:w-full">
      <select
        aria-label={texts.roleOf(username)}
        value={chosen}
        disabled={isBusy}
        onChange={({ target }) => setChosen(target.value)}
        className="select w-48 pr-8 max-sm:w-full md:text-sm"
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {accountTexts.roles[one]}
          </option>
        ))}
      </select>
      {chosen !== role && (
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary px-3 text-sm max-sm:grow">
          {texts.applyRole}
          <span className="sr-only">{texts.of(username)}</span>
        </BusyButton>
      )}
    </form>
  )
}

function UserButtons({
  user,
  isBusy,
  onAction,
  onRemove,
  onLink,
  onRename,
}: Pick<UserRowProps, "user" | "isBusy" | "onAction" | "onRemove" | "onLink" | "onRename">) {
  const name = <span className="sr-only">{texts.of(user.username)}</span>
  const actionButton = (action: Exclude<UserAction, { kind: "changeRole" }>) => (
    <BusyButton isBusy={isBusy} className={button} onClick={() => onAction(user, action)}>
      {texts.actions[action.kind]}
      {name}
    </BusyButton>
  )
  const dialogButton = (label: string, onClick: () => void, tone = "") => (
    <BusyButton isBusy={isBusy} aria-haspopup="dialog" className={`${button} ${tone}`} onClick={onClick}>
      {label}
      {name}
    </BusyButton>
  )
  if (user.state === "deleted") return actionButton({ kind: "restore" })
  return (
    <>
      {user.sessions > 0 && actionButton({ kind: "endSessions" })}
      {dialogButton(texts.rename.button, () => onRename(user))}
      {user.state === "active" && dialogButton(texts.links.reset.button, () => onLink(user, "reset"))}
      {user.state === "active" &&
        user.lacksFactor &&
        dialogButton(texts.links.factor.button, () => onLink(user, "factor"))}
      {(user.passkeys > 0 || user.hasOneTimeCode) && actionButton({ kind: "resetFactors" })}
      {user.state === "disabled" && actionButton({ kind: "enable" })}
      {user.state === "active" &&
        (user.requests > 0
          ? dialogButton(texts.actions.disable, () => onRemove(user, "disable"))
          : actionButton({ kind: "disable", assignee: null, batchId: createUuid() }))}
      {dialogButton(texts.actions.delete, () => onRemove(user, "delete"), "text-error")}
    </>
  )
}
