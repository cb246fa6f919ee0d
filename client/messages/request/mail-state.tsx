import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { timelineCopy as copy } from "#client/copy/admin-request.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { loadingFailure } from "#client/failures.ts"
import { Allowed } from "#client/rights.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { SentMail } from "#server/contract/messages.ts"

/** Shows whether the mail of an answer was sent; a failed one can be sent again. */
export function MailState({ mail }: { mail: SentMail }) {
  const isFailed = mail.state === "failed" || mail.state === "given up"
  return (
    <div role="status" className={`text-sm ${isFailed ? "font-medium text-error" : "text-base-content/75"}`}>
      <p>{textOf(mail)}</p>
      {isFailed && (
        <Allowed to="messages.write">
          <Resend id={mail.id} />
        </Allowed>
      )}
    </div>
  )
}

function textOf({ state, failure, sentAt }: SentMail): string {
  if (state === "waiting") return copy.mail.waiting
  return state === "sent" ? copy.mail.sent(formatDateTime(sentAt ?? "")) : copy.mail[state](failure ?? "")
}

function Resend({ id }: { id: number }) {
  const { client, queries } = useApi()
  const resending = useMutation({
    ...mutationOf(client.messages.resendMail.mutate),
    onSettled: () => queries.messages.get.invalidate(),
  })
  return (
    <>
      <BusyButton
        isBusy={resending.isPending}
        className="btn btn-outline mt-2 text-base-content"
        onClick={() => resending.mutate(id)}
      >
        {resending.isPending ? copy.resending : copy.resend}
      </BusyButton>
      {resending.isError && <p className="mt-2">{loadingFailure(copy.resendFailed, resending.error)}</p>}
    </>
  )
}
