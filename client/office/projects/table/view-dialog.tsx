import { useRef } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { DialogButtons } from "#client/ui/dialog-buttons.tsx"
import { InputField } from "#client/ui/field.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { buttons } from "#client/ui/texts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { type SavedView, VIEW_NAME_MAX, ViewDraft, type ViewParams } from "#server/contract/views.ts"
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
  const { form, outcome, errors, isSending, showFailure } = useForm({
    loadSchema: async () => ViewDraft,
    readForm: (form) => ({
      ...(view && { id: view.id, version: view.version }),
      name: form.get("name"),
      shared: form.has("shared"),
      params: view && !form.has("replaces") ? view.params : params,
    }),
    async send(draft) {
      try {
        await client.views.save.mutate(draft)
        dialog.current?.close()
      } finally {
        await queries.views.invalidate()
      }
    },
    explain: (error) => loadingFailure(texts.failed, error),
  })
  return (
    <ModalFrame ref={dialog} title={view ? texts.edit : texts.create} onClose={onClose}>
      <form {...form} className="mt-4 grid gap-4">
        <InputField
          label={texts.name}
          name="name"
          help={texts.nameHelp}
          error={errors.name === responseTexts.requiredFieldsMissing ? texts.nameMissing : errors.name}
          defaultValue={view?.name ?? ""}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          onInput={() => showFailure(undefined)}
        />
        <Choice label={texts.share} name="shared" defaultChecked={view?.shared} />
        {view && !isSameView(view.params, params) && <Choice label={texts.replace} name="replaces" />}
        {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
        <DialogButtons dialog={dialog}>
          <BusyButton type="submit" isBusy={isSending} className="btn btn-primary">
            {isSending ? buttons.pending : texts.save}
          </BusyButton>
        </DialogButtons>
      </form>
    </ModalFrame>
  )
}

function Choice({ label, ...input }: { label: string; name: string; defaultChecked?: boolean | undefined }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 justify-self-start">
      <input type="checkbox" {...input} className="size-5 shrink-0 accent-primary" />
      {label}
    </label>
  )
}
