import { shortcuts as copy } from "#client/copy/admin-lists.ts"
import { ModalDialog } from "#client/ui/modal-dialog.tsx"

interface ShortcutsDialogProps {
  keys: ReturnType<typeof copy.keys>
  areCharactersOn: boolean
  onTurn: (on: boolean) => void
  onClose: () => void
}

export function ShortcutsDialog({ keys, areCharactersOn, onTurn, onClose }: ShortcutsDialogProps) {
  return (
    <ModalDialog title={copy.title} isSmall onClose={onClose}>
      <dl className="divide-y divide-base-300">
        {keys.map(({ keys, action }) => (
          <div key={action} className="flex items-center justify-between gap-4 py-2">
            <dt className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-field border border-base-300 border-b-2 bg-base-200 px-2 py-0.5 text-center font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-right">{action}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-base-content/75">{copy.note}</p>
      <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={areCharactersOn}
          onChange={({ target }) => onTurn(target.checked)}
        />
        {copy.enable}
      </label>
    </ModalDialog>
  )
}
