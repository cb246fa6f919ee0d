import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useRef, useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { OneTimeSecret, WhatsAppLink } from "#client/office/ui/one-time-secret.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { ManagedProject, PreviewLink } from "#server/contract/projects.ts"
import { previewLinks as texts } from "./texts.ts"

/** Creates and revokes links that show the project to whoever has them. */
export function PreviewLinks({ project, onClose }: { project: ManagedProject; onClose: () => void }) {
  const { client, queries } = useApi()
  const { id } = project
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const links = useQuery(queries.projects.previewLinks.queryOptions(id, { staleTime: 0 }))
  const create = useMutation({
    ...mutationOf(client.projects.createPreviewLink.mutate),
    onSuccess: () => links.refetch(),
  })
  const revoke = useMutation({
    ...mutationOf(client.projects.revokePreviewLink.mutate),
    onSuccess(left, { link }) {
      queries.projects.previewLinks.setData(id, left)
      if (link === create.data?.link) create.reset()
      // The pressed button is removed with its link.
      title.current?.focus()
    },
  })
  const changeFailure = create.error
    ? loadingFailure(texts.failure.create, create.error)
    : revoke.error && loadingFailure(texts.failure.revoke, revoke.error)

  function createLink(days: number) {
    revoke.reset()
    if (!create.isPending) create.mutate({ id, days })
  }

  return (
    <ModalDialog title={texts.title} onClose={onClose}>
      <div className="grid gap-5">
        <p className="prose-width">{texts.lead}</p>
        <DurationForm isPending={create.isPending} onCreate={createLink} />
        {changeFailure && <Banner tone="error">{changeFailure}</Banner>}
        {create.data && <NewLink key={create.data.token} projectName={project.name} {...create.data} />}
        {revoke.isSuccess && <Banner tone="success">{texts.revoked}</Banner>}
        <section aria-labelledby={titleId}>
          <h3 id={titleId} ref={title} tabIndex={-1} className="mb-2 text-lg outline-none">
            {texts.active}
          </h3>
          <Loaded query={links} failed={texts.failure.load} skeleton={<p>{texts.loading}</p>}>
            {(active) => (
              <LinkList
                links={active}
                onRevoke={({ link }) => {
                  if (create.isError) create.reset()
                  revoke.mutate({ id, link })
                }}
              />
            )}
          </Loaded>
        </section>
      </div>
    </ModalDialog>
  )
}

const DURATIONS = [1, 7, 30] as const

function NewLink({ projectName, token, expiresAt }: { projectName: string; token: string; expiresAt: string }) {
  const url = location.origin + PRIVATE_PATHS.preview + token
  return (
    <OneTimeSecret label={texts.url} name="url" value={url} help={texts.once(formatDateTime(expiresAt))}>
      <WhatsAppLink text={texts.message(projectName, url)} />
    </OneTimeSecret>
  )
}

function DurationForm({ isPending, onCreate }: { isPending: boolean; onCreate: (days: number) => void }) {
  const id = useId()
  const [days, setDays] = useState<number>(7)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="grid min-w-36 gap-1.5 max-sm:grow">
        <label htmlFor={id} className="font-semibold">
          {texts.duration}
        </label>
        <select id={id} value={days} className="select w-full" onChange={({ target }) => setDays(Number(target.value))}>
          {DURATIONS.map((one) => (
            <option key={one} value={one}>
              {texts.days[one]}
            </option>
          ))}
        </select>
      </div>
      <button
        type="button"
        aria-busy={isPending}
        className="btn btn-primary max-sm:grow"
        onClick={() => onCreate(days)}
      >
        {isPending ? texts.creating : texts.create}
      </button>
    </div>
  )
}

function LinkList({ links, onRevoke }: { links: readonly PreviewLink[]; onRevoke: (link: PreviewLink) => void }) {
  if (links.length === 0) return <p className="text-base-content/75">{texts.none}</p>
  return (
    <ul className="grid gap-3">
      {links.map((link) => (
        <li
          key={link.link}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-base-300 p-3"
        >
          <p className="min-w-0">
            <span className="font-medium">{texts.by(link.by)}</span>
            <span className="block text-sm text-base-content/75">{texts.until(formatDateTime(link.expiresAt))}</span>
          </p>
          <button
            type="button"
            aria-label={texts.revokeOf(formatDateTime(link.createdAt))}
            className="btn btn-outline max-sm:grow"
            onClick={() => onRevoke(link)}
          >
            {texts.revoke}
          </button>
        </li>
      ))}
    </ul>
  )
}
