import { Icon } from "#client/icons/icon.tsx"
import { useCopy } from "#client/ui/use-copy.ts"
import { projectPage } from "./texts.ts"

const texts = projectPage.share

interface ShareLinksProps {
  name: string
  /** The absolute URL of the page. */
  url: string
}

export function ShareLinks({ name, url }: ShareLinksProps) {
  const { outcome, copyText } = useCopy(url, texts.copied, texts.failed(url))

  async function share() {
    // Closing the share sheet rejects, but is no failure.
    await navigator.share({ title: name, url }).catch(() => {})
  }

  return (
    <section aria-labelledby="partager" className="print:hidden">
      <h2 id="partager" className="text-h3">
        {texts.title}
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" onClick={share} className="needs-share btn btn-outline btn-primary">
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
        <button type="button" onClick={copyText} className="needs-script btn btn-outline btn-primary">
          <Icon name="link" />
          {texts.copy}
        </button>
      </div>
      <p role="status" className="mt-3 text-sm empty:mt-0">
        {outcome}
      </p>
    </section>
  )
}
