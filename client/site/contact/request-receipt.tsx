import { Link, useRouteContext } from "@tanstack/react-router"
import { copyAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { CopyOutcome } from "#client/ui/copy-outcome.tsx"
import { cutText } from "#server/contract/cut-text.ts"
import { contactReceipt as texts } from "./receipt-texts.ts"

/** Some devices cannot open longer wa.me links. */
const WHATSAPP_TEXT_MAX = 1000

interface RequestReceiptProps {
  reference: string
  /** The path of the status page. */
  statusUrl: string
  message?: string | undefined
  /** The company's `https://wa.me/…` link. */
  whatsAppUrl: string | undefined
}

/** Lets the sender of a request copy its reference, follow its state and continue on WhatsApp. */
export default function RequestReceipt({ reference, statusUrl, message = "", whatsAppUrl }: RequestReceiptProps) {
  const url = useRouteContext({ from: "__root__" }).origin + statusUrl
  const copyReference = copyAction(reference, texts.copied, texts.notCopied(reference))
  const copyLink = copyAction(url, texts.linkCopied, texts.linkNotCopied(url))
  return (
    <div className="rounded-box border border-primary bg-base-100 p-5">
      <p className="text-sm text-base-content/75">{texts.reference}</p>
      <p className="flex flex-wrap items-center gap-3">
        <strong className="font-display text-h3 whitespace-nowrap">{reference}</strong>
        <button type="button" {...copyReference} className="needs-script btn btn-outline btn-primary">
          <Icon name="link" />
          {texts.copy}
        </button>
      </p>
      <CopyOutcome className="mt-2" />
      <p className="text-sm text-base-content/75">
        {texts.help}
        <span className="needs-script">
          {" "}
          {texts.kept}{" "}
          <Link to="/mes-demandes" className="link-inline">
            {texts.list}
          </Link>
          .
        </span>
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {statusUrl && (
          <>
            <a href={statusUrl} className="btn btn-primary">
              {texts.status}
            </a>
            <button type="button" {...copyLink} className="needs-script btn btn-outline btn-primary">
              <Icon name="link" />
              {texts.copyLink}
            </button>
            <a
              href={`https://wa.me/?text=${encodeURIComponent(texts.linkText(reference, url))}`}
              rel="noopener noreferrer"
              className="btn btn-outline btn-primary"
            >
              <Icon name="chat" />
              {texts.sendLink}
            </a>
          </>
        )}
        {whatsAppUrl && (
          <a
            href={`${whatsAppUrl}?text=${encodeURIComponent(texts.whatsappText(reference, cutText(message, WHATSAPP_TEXT_MAX)))}`}
            rel="noopener noreferrer"
            className="btn btn-outline btn-primary"
          >
            <Icon name="chat" />
            {texts.whatsapp}
          </a>
        )}
      </p>
    </div>
  )
}
