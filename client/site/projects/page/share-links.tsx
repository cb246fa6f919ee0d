import { copyAction, readingAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { CopyOutcome } from "#client/ui/copy-outcome.tsx"
import { projectPage } from "./texts.ts"

const texts = projectPage.share

interface ShareLinksProps {
  name: string
  /** The absolute URL of the page. */
  url: string
}

export function ShareLinks({ name, url }: ShareLinksProps) {
  return (
    <section aria-labelledby="partager" className="print:hidden">
      <h2 id="partager" className="text-h3">
        {texts.title}
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          {...readingAction("share")}
          data-title={name}
          data-text={url}
          className="needs-share btn btn-outline btn-primary"
        >
          <Icon name="share" />
          {texts.native}
        </button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${name}\n${url}`)}`}
          rel="noopener noreferrer"
          className="btn btn-outline btn-primary"
        >
          <Icon name="chat" />
          {texts.whatsapp}
        </a>
        <button
          type="button"
          {...copyAction(url, texts.copied, texts.failed(url))}
          className="needs-script btn btn-outline btn-primary"
        >
          <Icon name="link" />
          {texts.copy}
        </button>
      </div>
      <CopyOutcome className="mt-3" />
    </section>
  )
}
