import { type MouseEvent, type ReactNode, useState } from "react"
import { useApi } from "#client/api.ts"
import { confirmation as copy } from "#client/copy/confirmation.ts"
import { failureText, needsConfirmation } from "#client/failures.ts"
import { showToast } from "#client/ui/toast.tsx"
import { useConfirmation } from "./use-confirmation.tsx"

interface ConfirmedDownloadProps {
  href: string
  className: string
  children: ReactNode
}

/** A link to a file that is only handed out to whoever has given the password or a passkey lately. */
export function ConfirmedDownload({ href, className, children }: ConfirmedDownloadProps) {
  const { client } = useApi()
  const { confirm, dialog } = useConfirmation()
  const [isAsking, setIsAsking] = useState(false)

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (isAsking) return
    setIsAsking(true)
    try {
      await confirm(() => client.accounts.checkConfirmation.mutate())
      // The response is an attachment: the page stays.
      location.assign(href)
    } catch (error) {
      const text = needsConfirmation(error) ? copy.cancelled : (failureText(error) ?? copy.failed)
      showToast({ title: copy.notDownloaded, text, tone: "error" })
    }
    setIsAsking(false)
  }

  return (
    <>
      <a href={href} download className={className} onClick={download}>
        {children}
      </a>
      {dialog}
    </>
  )
}
