import type { Generated, GeneratedAlways } from "kysely"
import type { AccountLinkKind, AccountMailKind } from "#server/contract/account-links.ts"
import type { AuditSubject } from "#server/contract/audit.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import type { MessageFolder, MessageState } from "#server/contract/message-states.ts"
import type { MailKind, MessageEntryKind } from "#server/contract/messages.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import type { RevisionAction } from "#server/contract/projects.ts"
import type { Role } from "#server/contract/rights.ts"

/**
 * Times are ISO 8601 in UTC. A column …Folded is another one's text after normalizeForSearch, written by the command: no
 * SQL function removes all accents.
 */
export interface Schema {
  projects: ProjectsTable
  projectCounts: ProjectCountsTable
  projectSlugs: ProjectSlugsTable
  projectRevisions: ProjectRevisionsTable
  projectRevisionImages: ProjectRevisionImagesTable
  previewLinks: PreviewLinksTable
  images: ImagesTable
  imageDetails: ImageDetailsTable
  projectImages: ProjectImagesTable
  messages: MessagesTable
  messageEntries: MessageEntriesTable
  messagePhotos: MessagePhotosTable
  messageLinks: MessageLinksTable
  messageCounts: MessageCountsTable
  messageVersion: MessageVersionTable
  senders: SendersTable
  outbox: OutboxTable
  accounts: AccountsTable
  sessions: SessionsTable
  accountLinks: AccountLinksTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  oneTimeCodes: OneTimeCodesTable
  recoveryCodes: RecoveryCodesTable
  apiTokens: ApiTokensTable
  settings: SettingsTable
  audit: AuditTable
  limits: LimitsTable
  keys: KeysTable
  revisions: RevisionsTable
  drafts: DraftsTable
  contentImages: ContentImagesTable
  contentChanges: ContentChangesTable
  savedViews: SavedViewsTable
  contentVersion: ContentVersionTable
  leases: LeasesTable
  uploads: UploadsTable
  uploadParts: UploadPartsTable
}

interface ProjectsTable {
  id: Generated<number>
  name: string
  nameFolded: string
  description: string
  address: string | null
  status: string | null
  statusFolded: string | null
  sector: string
  sectorFolded: string
  slug: string
  version: Generated<number>
  createdAt: string
  updatedAt: string
  createdBy: number | null
  updatedBy: number | null
  /** When it was moved to the trash. */
  deletedAt: string | null
  /** Null for a draft. */
  publishedAt: string | null
  /** When it publishes by itself. */
  publishAt: string | null
  /** Its place at the top of its sector, from 1; null for the others. */
  pin: number | null
  /** Generated in the browser, so that a creation that is sent again creates one project. */
  requestId: string | null
  /** Derived from the three dates. */
  state: GeneratedAlways<ProjectState>
  /** When it was published, else created: the date that lists are ordered by. */
  listedAt: GeneratedAlways<string>
}

/** The number of projects of each sector, status, state and year, maintained by triggers. */
interface ProjectCountsTable {
  sector: string
  /** The empty text where projects have none. */
  status: string
  state: ProjectState
  /** The year of `listedAt` in Kinshasa. */
  year: string
  count: number
}

/** The last parts of projects' URLs, those of earlier names included. */
interface ProjectSlugsTable {
  slug: string
  /** Null once its project has been erased. */
  projectId: number | null
  /** When the project was first public at this URL; null if it never was. */
  publicAt: string | null
}

/** What a change of a project has replaced. */
interface ProjectRevisionsTable {
  projectId: number
  /** The project's version after the change. */
  version: number
  at: string
  accountId: number | null
  action: RevisionAction
  /** Common to the changes of one command. */
  batch: string | null
  /** JSON: the earlier values of the fields that changed. */
  before: string
}

/** The pictures that revisions name, which are stored as long as the project. */
interface ProjectRevisionImagesTable {
  projectId: number
  image: string
}

/** Links that show a project to people without an account, whatever its state. */
interface PreviewLinksTable {
  /** SHA-256 of the token, in hex. */
  tokenHash: string
  projectId: number
  accountId: number | null
  createdAt: string
  expiresAt: string
}

interface ImagesTable {
  name: string
  /** Pixels. */
  width: number
  height: number
  bytes: number
  /** Media type. */
  type: string
  /** The average colour, `#rrggbb`. */
  colour: string
  createdAt: string
  /** As it was uploaded. */
  fileName: string | null
  fileNameFolded: string | null
  /** Perceptual, 16 hexadecimal digits; null until it is computed, the empty text where it cannot be. */
  hash: string | null
  /** When a visitor sent it with a contact request: only those who read messages see it. */
  privateAt: string | null
  /** When it was added to the library; any other image is deleted once nothing uses it. */
  libraryAt: string | null
  /** When it was moved to the trash. */
  deletedAt: string | null
}

/** What people have written about a picture, be it stored or shipped with the site. */
interface ImageDetailsTable {
  name: string
  alt: string | null
  altFolded: string | null
  /** Percent from the left and from the top. */
  focusX: number | null
  focusY: number | null
}

interface ProjectImagesTable {
  projectId: number
  /** From 0. */
  position: number
  image: string
  /** Null without an alternative text; the empty text marks a decorative picture. */
  alt: string | null
  altFolded: string | null
}

interface MessagesTable {
  id: Generated<number>
  /** How people name it, as « LIS-7K3M-26 »; null for what other programs have inserted. */
  reference: string | null
  firstName: string
  lastName: string
  fullNameFolded: string
  /** The empty text where the sender has only given a telephone number. */
  email: string
  /** As ContactFields parses it. */
  phone: string | null
  sector: string
  message: string
  messageFolded: string
  requestId: string | null
  createdAt: string
  readAt: string | null
  state: Generated<MessageState>
  /** The account in charge. */
  assigneeId: number | null
  /** When somebody last did something with it, its sender included; null for as long as nobody has. */
  changedAt: string | null
  /** Since when its sender waits for an answer; null once answered, archived or judged spam. */
  waitingSince: string | null
  /** When it was first answered. */
  answeredAt: string | null
  /** When it was moved to the trash. */
  deletedAt: string | null
  /** JSON: why it was judged spam. */
  suspicions: string | null
}

interface MessageEntriesTable {
  id: Generated<number>
  messageId: number
  at: string
  /** Null for the sender. */
  accountId: number | null
  kind: MessageEntryKind
  text: string | null
  /** The earlier value of what changed: a state, or an account's id. */
  before: string | null
  after: string | null
  /** Generated in the browser, so that an entry that is sent again is stored once. */
  requestId: string | null
  /** Common to the changes of one command. */
  batch: string | null
}

interface MessagePhotosTable {
  messageId: number
  /** From 0. */
  position: number
  image: string
}

/** Links to the status pages of requests. */
interface MessageLinksTable {
  /** SHA-256 of the token, in hex. */
  tokenHash: string
  messageId: number
  createdAt: string
}

/** The number of messages of each state and sector, maintained by triggers. */
interface MessageCountsTable {
  /** `trashed`, whatever their state, for those in the trash. */
  state: MessageFolder
  sector: string
  unread: number
  count: number
}

/** One row, incremented by every write that an inbox shows. */
interface MessageVersionTable {
  id: number
  version: number
}

/** What people have decided about a sender's requests. */
interface SendersTable {
  /** An e-mail address in lower case, or a telephone number. */
  sender: string
  verdict: "trusted" | "spam"
  at: string
}

interface OutboxTable {
  id: Generated<number>
  /** Null for mails to the holders of accounts. */
  messageId: number | null
  kind: Generated<MailKind | AccountMailKind>
  /** The answer that it sends. */
  entryId: number | null
  attempts: Generated<number>
  nextAt: string
  /** Until then one process is delivering it. */
  claimedUntil: string | null
  sentAt: string | null
  lastError: string | null
  /** The e-mail address of a mail that belongs to no message. */
  recipient: string | null
  /** Where its link leads. */
  origin: string | null
  /** The invitation, or the change of an e-mail address, that it tells of. */
  accountLinkId: number | null
}

interface AccountsTable {
  id: Generated<number>
  username: string
  usernameFolded: string
  email: string
  emailFolded: string
  passwordHash: string
  role: Role
  createdAt: string
  passwordChangedAt: string
  /** Set for deleted accounts as well. */
  disabledAt: string | null
  /** Within some minutes. */
  lastSeenAt: string | null
  /** The row stays for what its holder has written. */
  deletedAt: string | null
  /** The name before the deletion, as long as it can be taken back. */
  deletedUsername: string | null
}

interface SessionsTable {
  /** SHA-256 of the id, in hex: the id itself is only in the browser. */
  idHash: string
  accountId: number
  createdAt: string
  expiresAt: string
  userAgent: string | null
  ip: string | null
  /** Within some minutes. */
  lastSeenAt: string | null
  /** When the password or a passkey was last given, at sign-in or for reauthentication. */
  confirmedAt: string | null
  /** When a passkey or a one-time code was first given. */
  strongAt: string | null
}

/** Links that work once. */
interface AccountLinksTable {
  id: Generated<number>
  /** SHA-256 of the token, in hex. */
  tokenHash: string
  kind: AccountLinkKind
  /** Null for an invitation. */
  accountId: number | null
  /** The e-mail address that is invited, or that an account changes to. */
  email: string | null
  /** The role that an invitation gives. */
  role: Role | null
  createdBy: number | null
  createdAt: string
  expiresAt: string
}

interface PasskeysTable {
  /** The credential's id, in base64url. */
  id: string
  accountId: number
  name: string
  /** COSE, in base64url. */
  publicKey: string
  counter: number
  /** JSON. */
  transports: string
  createdAt: string
  lastUsedAt: string | null
}

/** Each is deleted when it is answered. */
export interface PasskeyChallengesTable {
  /** In base64url. */
  challenge: string
  /** Null for a sign-in. */
  accountId: number | null
  purpose: "registration" | "verification" | "sign-in"
  expiresAt: string
}

/** Time-based one-time passwords (RFC 6238). */
interface OneTimeCodesTable {
  accountId: number
  /** In base32. */
  secret: string
  /** Null until a first code has been given. */
  confirmedAt: string | null
  /** The time step of the last code that was accepted. */
  lastStep: Generated<number>
}

interface RecoveryCodesTable {
  accountId: number
  /** SHA-256, in hex. Each is deleted when it is used. */
  codeHash: string
}

interface ApiTokensTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the token, in hex. */
  tokenHash: string
  /** JSON: rights. */
  rights: string
  /** Whose rights it cannot exceed. */
  accountId: number
  createdAt: string
  expiresAt: string | null
  /** Within some minutes. */
  lastUsedAt: string | null
  revokedAt: string | null
}

interface SettingsTable {
  name: string
  value: string
}

export interface AuditTable {
  id: Generated<number>
  at: string
  accountId: number | null
  ip: string | null
  tokenId: number | null
  action: AuditAction
  subject: AuditSubject
  subjectId: number | null
  subjectName: string | null
  /** The subject's name and number, after normalizeForSearch. */
  subjectFolded: string
  /** JSON. */
  details: string
  /** The hash of the entry before; the empty text for the first one. */
  previousHash: string
  /** SHA-256 in hex over the other columns but the folded one. */
  hash: string
}

/** One row for each counted event, stored as long as its window. */
interface LimitsTable {
  id: Generated<number>
  action: string
  subject: string
  at: string
  expiresAt: string
}

interface KeysTable {
  name: string
  value: string
  createdAt: string
}

/** The published content of a page is its newest revision that fits the page's schema. */
interface RevisionsTable {
  id: Generated<number>
  page: ContentSlug
  schemaVersion: number
  /** JSON. */
  content: string
  publishedAt: string
  accountId: number | null
}

/** What somebody is about to publish, one for each page. */
interface DraftsTable {
  page: ContentSlug
  schemaVersion: number
  /** JSON. */
  content: string
  version: number
  updatedAt: string
  updatedBy: number | null
  /** When it publishes by itself. */
  publishAt: string | null
}

/** The pictures of drafts and of published content. */
interface ContentImagesTable {
  page: ContentSlug
  state: "draft" | "published"
  image: string
}

/** Moments at which published content changes by itself; each row is deleted when its moment has come. */
interface ContentChangesTable {
  at: string
}

/** Named selections of projects. */
interface SavedViewsTable {
  id: Generated<number>
  /** The owner. */
  accountId: number
  name: string
  nameFolded: string
  /** JSON. */
  params: string
  /** When its owner began to share it. */
  sharedAt: string | null
  version: Generated<number>
  createdAt: string
  updatedAt: string
}

/** One row, incremented by every write that can change a page. */
interface ContentVersionTable {
  id: number
  version: number
}

interface LeasesTable {
  name: string
  until: string
}

/** Files that arrive in parts. They last for a day. */
interface UploadsTable {
  id: string
  /** Null for a visitor's. */
  accountId: number | null
  /** The visitor's IP, or the network of an IPv6 one. */
  client: string | null
  fileName: string
  /** Bytes, as they were declared. */
  length: number
  /** Bytes; the offset of the next part. */
  received: Generated<number>
  createdAt: string
  expiresAt: string
  /** The name of the stored image, once the upload is complete. */
  image: string | null
}

interface UploadPartsTable {
  uploadId: string
  /** The offset of its first byte. */
  start: number
  content: Buffer
}
