import { copyAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { saveFile } from "#client/office/ui/save-file.ts"
import { takeFocus } from "#client/office/ui/take-focus.ts"
import { CopyOutcome } from "#client/ui/copy-outcome.tsx"
import { factors } from "./factor-texts.ts"

const texts = factors.codes.recovery

/** Shows the codes for the only time, since they are stored as hashes. Printing the page prints them alone. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join("\n")

  return (
    <div ref={takeFocus} tabIndex={-1} className="recovery-codes grid gap-4 outline-none">
      <h3 className="text-h3">{texts.title}</h3>
      <p>{texts.text}</p>
      <ol className="grid gap-x-6 gap-y-1 rounded-box bg-base-200 p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <button type="button" className="btn btn-outline" onClick={() => download(text)}>
          <Icon name="download" />
          {texts.download}
        </button>
        {/* Browsers offer a clipboard only on pages served over https. */}
        {navigator.clipboard && (
          <button type="button" className="btn btn-outline" {...copyAction(text, texts.copied, texts.notCopied)}>
            <Icon name="link" />
            {texts.copy}
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={() => print()}>
          <Icon name="print" />
          {texts.print}
        </button>
      </div>
      <CopyOutcome className="print:hidden" />
      <button type="button" className="btn btn-primary justify-self-start print:hidden" onClick={onDone}>
        {texts.done}
      </button>
    </div>
  )
}

function download(text: string) {
  saveFile(texts.file, new Blob([texts.fileHead(location.host), text, "\n"], { type: "text/plain" }))
}
