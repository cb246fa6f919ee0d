import { useMutation } from "@tanstack/react-query"
import type { FormEvent } from "react"
import { encode } from "uqr"
import { useApi } from "#client/app/api.ts"
import { rejectedFields } from "#client/app/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { passFocus } from "#client/ui/pass-focus.ts"
import { accountFailure } from "./account-failure.ts"
import { CodeField } from "./factor-code-field.tsx"
import { factors } from "./factor-texts.ts"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { useFactorProof } from "./use-factor-proof.tsx"

const texts = factors.codes

interface OneTimeCodesSetupProps {
  onStart?: () => void
  /** It is called on cancelling too, since the response that accepted the first code may have been lost. */
  onDone: () => void
}

/** Turns one-time codes on: shows a QR code, asks for the first code, and shows the recovery codes. */
export function OneTimeCodesSetup({ onStart, onDone }: OneTimeCodesSetupProps) {
  const { client } = useApi()
  const { withProof, dialog } = useFactorProof()
  const start = useMutation({
    mutationFn: () => withProof((proof) => client.factors.startCodes.mutate({ proof })),
    onSuccess: () => onStart?.(),
  })
  const verify = useMutation({
    mutationFn: (code: string) => client.factors.confirmCodes.mutate({ code }),
  })
  if (verify.data) return <RecoveryCodes codes={verify.data.recoveryCodes} onDone={onDone} />
  if (start.data) {
    return (
      <>
        <FirstCode
          secret={start.data}
          isBusy={verify.isPending}
          error={verify.error}
          onSubmit={verify.mutate}
          onCancel={() => {
            start.reset()
            verify.reset()
            onDone()
          }}
        />
        {dialog}
      </>
    )
  }
  return (
    <div className="grid gap-4">
      {start.isError && <Banner tone="error">{accountFailure(start.error)}</Banner>}
      <BusyButton
        ref={passFocus}
        isBusy={start.isPending}
        className="btn btn-primary justify-self-start"
        onClick={() => start.mutate()}
      >
        {texts.turnOn}
      </BusyButton>
      {dialog}
    </div>
  )
}

interface FirstCodeProps {
  secret: { secret: string; uri: string }
  isBusy: boolean
  error: unknown
  onSubmit: (code: string) => void
  onCancel: () => void
}

function FirstCode({ secret: { secret, uri }, isBusy, error, onSubmit, onCancel }: FirstCodeProps) {
  const rejected = rejectedFields(error)?.code

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(String(new FormData(event.currentTarget).get("code")))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error !== null && !rejected && <Banner tone="error">{accountFailure(error)}</Banner>}
      <p>{texts.setup.scan}</p>
      <QrCode text={uri} label={texts.setup.qr} />
      <div>
        <p>{texts.setup.secret}</p>
        {/* The groups of four are copied without the spaces between them. */}
        <p className="flex flex-wrap gap-x-2 font-mono text-lg">
          {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one text never change places
            <span key={index}>{group}</span>
          ))}
        </p>
        <p className="mt-1 text-sm text-base-content/75">{texts.setup.once}</p>
      </div>
      <CodeField label={texts.setup.code} help={texts.setup.codeHelp} error={rejected} />
      <div className="flex flex-wrap gap-3">
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary">
          {isBusy ? texts.setup.submitting : texts.setup.submit}
        </BusyButton>
        <button ref={passFocus} type="button" className="btn" onClick={onCancel}>
          {texts.setup.cancel}
        </button>
      </div>
    </form>
  )
}

interface QrCodeProps {
  text: string
  label: string
}

/** The code is black on white with a quiet zone on any background, since cameras need the contrast. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded-box border border-base-300"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares.join("")} />
    </svg>
  )
}
