import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { UploadError } from "#client/uploads/http.ts"
import { isRejected, isSignedOut } from "./csv-file.ts"
import { importing as texts } from "./texts.ts"

/** Says why a file was not read or not imported. */
export function ImportFailure({ during, error }: { during: "preview" | "import"; error: unknown }) {
  const { failures } = texts
  const status = error instanceof UploadError ? error.status : 0
  const text = status > 0 ? (error as UploadError).message : during === "preview" ? failures.network : failures.again
  const isUncertain = during === "import" && !isRejected(error)
  return (
    <div className="grid gap-2">
      <Banner tone="error" scrollIntoView title={isUncertain ? failures.uncertain : failures[during]}>
        {text}
      </Banner>
      {isSignedOut(error) && <LogInAgain />}
    </div>
  )
}
