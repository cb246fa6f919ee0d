import { useMutation } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure, rejectedFields } from "#client/app/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { adminUi } from "#client/ui/button-texts.ts"
import { InputField } from "#client/ui/field.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { messages } from "#server/contract/response-messages.ts"
import { type SavedView, VIEW_NAME_MAX, type ViewParams } from "#server/contract/views.ts"
import { isSameView } from "./same-view.ts"
import { viewForm as texts } from "./view-texts.ts"

interface ViewDialogProps {
  /** It is undefined for a new view. */
  view: SavedView | undefined
  params: ViewParams
  onClose: () => void
}

/** The dialog is open while it is mounted; Escape and « Annuler » close it. */
export function ViewDialog({ view, params, onClose }: ViewDialogProps) {
  const { client, queries } = useApi()
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(view?.name ?? "")
  const [shared, setShared] = useState(view?.shared ?? false)
  const [replaces, setReplaces] = useState(!view)
  const saving = useMutation({
    ...mutationOf(client.views.save.mutate),
    onSuccess: () => dialog.current?.close(),
    onError: (error) => rejectedFields(error) && dialog.current?.querySelector("input")?.focus(),
    onSettled: () => queries.views.invalidate(),
  })
  const rejection = rejectedFields(saving.error)?.name
  const nameError = rejection === messages.requiredFieldsMissing ? texts.nameMissing : rejection

  function save() {
    const kept = view && !replaces ? view.params : params
    saving.mutate({ ...(view && { id: view.id, version: view.version }), name, shared, params: kept })
  }

  return (
    <ModalFrame ref={dialog} title={view ? texts.edit : texts.create} onClose={onClose}>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <InputField
          label={texts.name}
          name="name"
          help={texts.nameHelp}
          error={nameError}
          value={name}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          onChange={({ target }) => {
            saving.reset()
            setName(target.value)
          }}
        />
        <Choice label={texts.share} checked={shared} onChange={setShared} />
        {view && !isSameView(view.params, params) && (
          <Choice label={texts.replace} checked={replaces} onChange={setReplaces} />
        )}
        {saving.isError && !nameError && <Banner tone="error">{loadingFailure(texts.failed, saving.error)}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-xs:*:grow">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            {adminUi.cancel}
          </button>
          <BusyButton type="submit" isBusy={saving.isPending} className="btn btn-primary">
            {saving.isPending ? adminUi.pending : texts.save}
          </BusyButton>
        </div>
      </form>
    </ModalFrame>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 justify-self-start">
      <input
        type="checkbox"
        checked={checked}
        className="size-5 shrink-0 accent-primary"
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
