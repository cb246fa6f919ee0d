import * as z from "zod/mini"
import { registrationNames } from "#server/accounts/rest.ts"
import { Account, Credentials, Registration } from "#server/contract/accounts.ts"
import { contentSchemas, PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { ShownPicture, UploadedPicture } from "#server/contract/content/pictures.ts"
import { ContactReceipt, Message, MessageEntry } from "#server/contract/messages.ts"
import { CsvReading, ImportResult, ProjectImport } from "#server/contract/project-import.ts"
import { Stats } from "#server/contract/stats.ts"
import { UploadStart } from "#server/contract/uploads.ts"
import { toWire } from "#server/http/wire-names.ts"
import { ContactRequest } from "#server/messages/contact-request.ts"
import { ManagedOnWire, ProjectChangeOnWire, ProjectFormOnWire, ProjectOnWire } from "#server/projects/wire.ts"

const Success = z.object({ success: z.literal(true) })
const Done = z.extend(Success, { message: z.string() })

const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
})

const Health = z.object({
  status: z.literal("ok"),
  parts: z.object({ database: z.enum(["ok", "failing"]), images: z.enum(["ok", "failing"]) }),
})

const Files = z.object({ images: z.array(z.file()) })

const Verdict = z.object({ sender: z.string(), verdict: z.enum(["trusted", "spam"]), at: z.string() })

const PersonRequest = z.extend(Message, {
  changedAt: z.nullable(z.string()),
  readAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  suspicions: z.nullable(z.string()),
  entries: z.array(MessageEntry),
  audit: z.array(z.object({ at: z.string(), action: z.string(), details: z.string() })),
  photos: z.array(z.object({ name: z.string(), encoding: z.literal("base64"), content: z.nullable(z.string()) })),
})

const PageHead = z.object({ title: z.optional(z.string()), description: z.string() })

const publicPages = PAGE_SLUGS.map((slug) =>
  z.object({ slug: z.literal(slug), content: contentSchemas[slug], head: PageHead }),
)

const SiteContent = z.object({
  company: contentSchemas.entreprise,
  footer: contentSchemas["pied-de-page"],
  announcement: z.nullable(z.object({ text: z.string(), href: z.string() })),
  registrationOpen: z.boolean(),
  keepMonths: z.int(),
})

const resultOf = <Data extends z.core.$ZodType>(data: Data) => z.object({ result: z.object({ data }) })

/** A text of the content, once it is resolved (see TextPart). */
export const RichText = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ strong: z.string() }), z.object({ text: z.string(), href: z.string() })])),
])

export const responseSchemas = {
  Project: ProjectOnWire,
  ManagedProject: ManagedOnWire,
  AnyProject: z.union([ProjectOnWire, ManagedOnWire]),
  Projects: z.array(ProjectOnWire),
  ProjectSaved: z.extend(Done, { project: ManagedOnWire }),
  ProjectConflict: z.extend(Failure, { project: ManagedOnWire }),
  ProjectImport,
  CsvReading,
  ImportDone: z.extend(Success, ImportResult.shape),
  Message,
  Messages: z.array(Message),
  ContactSent: z.extend(Done, ContactReceipt.shape),
  PersonExport: z.object({
    exportedAt: z.string(),
    notice: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    verdicts: z.array(Verdict),
    requests: z.array(PersonRequest),
  }),
  ImagesStored: z.extend(Success, { filenames: z.array(z.string()) }),
  PicturesStored: z.extend(Success, { pictures: z.array(UploadedPicture) }),
  UploadBegun: z.extend(Success, { id: z.string() }),
  Stats,
  SignedIn: z.extend(Done, { token: z.string(), user: Account }),
  Success,
  Done,
  Failure,
  Health,
  Unhealthy: z.extend(Failure, { parts: Health.shape.parts }),
  Ready: z.pick(Health, { status: true }),
  SiteContent: resultOf(SiteContent),
  PageContent: resultOf(z.union(publicPages)),
  FormerPageContent: resultOf(z.union(publicPages.map((page) => z.extend(page, { keepMonths: z.int() })))),
  ShownPicture,
  RichText,
  OpenApi: z.looseObject({ openapi: z.string() }),
} as const satisfies Record<string, z.core.$ZodType>

export const requestSchemas = {
  NewProject: ProjectFormOnWire,
  ProjectChange: ProjectChangeOnWire,
  ContactRequest,
  Files,
  UploadStart,
  Credentials,
  Registration: z.object(toWire(registrationNames, Registration.shape)),
} as const satisfies Record<string, z.core.$ZodType>

export type SchemaName = keyof typeof responseSchemas | keyof typeof requestSchemas
