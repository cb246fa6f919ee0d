import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useRef, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { previewLinks as copy } from "#client/copy/admin-project-editor.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { loadingFailure } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"
import { OneTimeSecret, WhatsAppLink } from "#client/ui/one-time-secret.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { ManagedProject, PreviewLink } from "#server/contract/projects.ts"

/** Creates and revokes links that show the project to whoever has them. */
export function PreviewLinks({ project, onClose }: { project: ManagedProject; onClose: () => void }) {
  const { client, queries } = useApi()
  const { id } = project
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const links = useQuery(queries.projects.previewLinks.queryOptions(id, { staleTime: 0 }))
  const failure = useLoadError(links)
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
    ? loadingFailure(copy.failure.create, create.error)
    : revoke.error && loadingFailure(copy.failure.revoke, revoke.error)

  function createLink(days: number) {
    revoke.reset()
    if (!create.isPending) create.mutate({ id, days })
  }

  return (
    <ModalDialog title={copy.title} onClose={onClose}>
      <div className="grid gap-5">
        <p className="prose-width">{copy.lead}</p>
        <DurationForm isPending={create.isPending} onCreate={createLink} />
        {changeFailure && <Banner tone="error">{changeFailure}</Banner>}
        {create.data && <NewLink key={create.data.token} projectName={project.name} {...create.data} />}
        {revoke.isSuccess && <Banner tone="success">{copy.revoked}</Banner>}
        <section aria-labelledby={titleId}>
          <h3 id={titleId} ref={title} tabIndex={-1} className="mb-2 text-lg outline-none">
            {copy.active}
          </h3>
          {failure ? (
            <LoadFailure text={loadingFailure(copy.failure.load, failure)} onRetry={() => links.refetch()} />
          ) : links.data ? (
            <LinkList
              links={links.data}
              onRevoke={({ link }) => {
                if (create.isError) create.reset()
                revoke.mutate({ id, link })
              }}
            />
          ) : (
            <p>{copy.loading}</p>
          )}
        </section>
      </div>
    </ModalDialog>
  )
}

const DURATIONS = [1, 7, 30] as const

function NewLink({ projectName, token, expiresAt }: { projectName: string; token: string; expiresAt: string }) {
  const url = location.origin + PRIVATE_PATHS.preview + token
  return (
    <OneTimeSecret label={copy.url} name="url" value={url} help={copy.once(formatDateTime(expiresAt))}>
      <WhatsAppLink text={copy.message(projectName, url)} />
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
          {copy.duration}
        </label>
        <select id={id} value={days} className="select w-full" onChange={({ target }) => setDays(Number(target.value))}>
          {DURATIONS.map((one) => (
            <option key={one} value={one}>
              {copy.days[one]}
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
        {isPending ? copy.creating : copy.create}
      </button>
    </div>
  )
}

function LinkList({ links, onRevoke }: { links: readonly PreviewLink[]; onRevoke: (link: PreviewLink) => void }) {
  if (links.length === 0) return <p className="text-base-content/75">{copy.none}</p>
  return (
    <ul className="grid gap-3">
      {links.map((link) => (
        <li
          key={link.link}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-base-300 p-3"
        >
          <p className="min-w-0">
            <span className="font-medium">{copy.by(link.by)}</span>
            <span className="block text-sm text-base-content/75">{copy.until(formatDateTime(link.expiresAt))}</span>
          </p>
          <button
            type="button"
            aria-label={copy.revokeOf(formatDateTime(link.createdAt))}
            className="btn btn-outline max-sm:grow"
            onClick={() => onRevoke(link)}
          >
            {copy.revoke}
          </button>
        </li>
      ))}
    </ul>
  )
}
