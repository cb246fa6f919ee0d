import { usersCopy } from "#client/copy/admin-users.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { User } from "#server/contract/users.ts"

const copy = usersCopy.deletion

interface DeleteUserDialogProps {
  user: User
  onConfirm: () => void
  onClose: () => void
}

export function DeleteUserDialog({ user, onConfirm, onClose }: DeleteUserDialogProps) {
  return (
    <ConfirmDialog
      question={copy.question}
      detail={copy.detail(user.username, user.email)}
      confirm={copy.confirm}
      isBusy={false}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}
