import { formatDateTime } from "#client/app/dates.ts"
import { BeforeAndAfter, ComparedTexts } from "#client/office/editing/before-and-after.tsx"
import { Disclosure } from "#client/office/editing/disclosure.tsx"
import { RowsSkeleton } from "#client/office/list/rows-skeleton.tsx"
import { StaleList } from "#client/office/list/stale-list.tsx"
import type { AuditedAction } from "#server/contract/audit.ts"
import { actorNames, describeAction, quoteName } from "#server/contract/audit-told/describe-action.ts"
import { listFacts } from "./list-facts.ts"
import { SubjectLink } from "./subject-link.tsx"
import { networkNames, auditTexts as texts } from "./texts.ts"

interface EntryListProps {
  entries: readonly AuditedAction[] | undefined
  isStale: boolean
}

/** A page of the log, sorted from the newest entry. */
export function EntryList({ entries, isStale }: EntryListProps) {
  if (!entries) return <RowsSkeleton label={texts.loading} row="px-5 py-4" widths={["max-w-96", "max-w-48"]} />
  return (
    <>
      <h2 className="sr-only">{texts.entries}</h2>
      <StaleList
        isStale={isStale}
        className="divide-y divide-base-300 overflow-clip rounded-box border border-base-300 bg-base-100"
      >
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </StaleList>
    </>
  )
}

function Entry({ entry }: { entry: AuditedAction }) {
  const { at, by, details } = entry
  const { text, isNamed } = describeAction(entry)
  return (
    <li className="grid gap-x-6 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{typeof by === "string" ? actorNames[by] : by.name}</strong> {text}
        {isNamed && (
          <>
            {" "}
            <SubjectLink entry={entry} />
          </>
        )}
      </p>
      <p className="text-sm text-base-content/75 md:col-start-2 md:row-start-1 md:pt-0.5 md:text-right">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <Origin {...entry} />
      <Details details={details} sentence={sentenceOf(entry)} />
    </li>
  )
}

/** Names the client, and the API token where one was used. */
function Origin({ from, token }: Pick<AuditedAction, "from" | "token">) {
  const parts = [
    ...(from ? [`${from.ip} (${networkNames[from.network]})`] : []),
    ...(token === null ? [] : [texts.token(token)]),
  ]
  if (parts.length === 0) return null
  return <p className="text-sm text-base-content/75 wrap-anywhere md:col-span-2">{parts.join(", ")}</p>
}

function Details({ details, sentence }: { details: AuditedAction["details"]; sentence: string }) {
  const { changes, facts } = listFacts(details)
  if (changes.length + facts.length === 0) return null
  return (
    <div className="min-w-0 md:col-span-2">
      <Disclosure
        label={
          <>
            {texts.details}
            <span className="sr-only">{texts.detailsOf(sentence)}</span>
          </>
        }
      >
        <div className="grid gap-5 pt-1 pb-2">
          {changes.map(({ label, before, after }, index) =>
            before === "" || after === "" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fields of a page may have one name
              <BeforeAndAfter key={index} label={label} before={before} after={after} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fields of a page may have one name
              <ComparedTexts key={index} label={label} before={before} after={after} />
            ),
          )}
          {facts.length > 0 && (
            <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
              {facts.map(({ label, value }) => (
                <div key={label} className="sm:contents">
                  <dt className="font-semibold text-base-content/75">{label}</dt>
                  <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </Disclosure>
    </div>
  )
}

function sentenceOf({ by, ...entry }: AuditedAction): string {
  const { text, isNamed } = describeAction(entry)
  const name = isNamed && entry.subjectName !== null ? ` ${quoteName(entry.subject, entry.subjectName)}` : ""
  return `${typeof by === "string" ? actorNames[by] : by.name} ${text}${name}`
}
