import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { mutationOf, useApi } from "#client/app/api.ts"
import { formatDate } from "#client/app/dates.ts"
import { rejectedFields } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import { buttons } from "#client/ui/texts.ts"
import { PASSKEY_NAME_MAX, type Passkey } from "#server/contract/factors.ts"
import { accountFailure } from "./account-failure.ts"
import { factors } from "./factor-texts.ts"

const texts = factors.passkeys

interface PasskeyRowProps {
  passkey: Passkey
  /** It is undefined for a passkey that must stay. */
  onRemove: (() => void) | undefined
}

export function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { id, name, createdAt, lastUsedAt } = passkey

  function close() {
    flushSync(() => setIsRenaming(false))
    // The field that had the focus is gone.
    renameButton.current?.focus()
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {isRenaming ? (
        <Renaming id={id} name={name} onClose={close} />
      ) : (
        <>
          <div className="flex grow basis-56 items-center gap-3">
            <Icon name="key" className="size-6 shrink-0 text-primary" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-base-content/75">
                {texts.created(formatDate(createdAt))}, {lastUsedAt ? texts.used(formatDate(lastUsedAt)) : texts.unused}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            <button
              ref={renameButton}
              type="button"
              aria-label={texts.renameOf(name)}
              className="btn btn-outline"
              onClick={() => setIsRenaming(true)}
            >
              {texts.rename}
            </button>
            {onRemove && (
              <button
                type="button"
                aria-label={texts.removeOf(name)}
                className="btn btn-outline btn-error"
                onClick={onRemove}
              >
                {texts.remove}
              </button>
            )}
          </div>
        </>
      )}
    </li>
  )
}

interface RenamingProps {
  id: string
  name: string
  onClose: () => void
}

function Renaming({ id, name, onClose }: RenamingProps) {
  const { client, queries } = useApi()
  const rename = useMutation({
    ...mutationOf(client.factors.renamePasskey.mutate),
    onSuccess: async () => {
      await queries.factors.own.invalidate()
      onClose()
    },
  })
  const failure = rename.isError ? (rejectedFields(rename.error)?.name ?? accountFailure(rename.error)) : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    rename.mutate({ id, name: String(new FormData(event.currentTarget).get("name")) })
  }

  return (
    <form noValidate onSubmit={submit} className="flex grow flex-wrap items-end gap-2">
      <div className="grow basis-full">
        <InputField
          name="name"
          label={texts.name}
          error={failure}
          defaultValue={name}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          autoFocus
        />
      </div>
      <BusyButton type="submit" isBusy={rename.isPending} className="btn btn-primary">
        {texts.save}
      </BusyButton>
      <button type="button" className="btn" onClick={onClose}>
        {buttons.cancel}
      </button>
    </form>
  )
}
