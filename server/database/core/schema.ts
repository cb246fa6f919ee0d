import type { Generated, GeneratedAlways } from "kysely"
import type { AccountLinkKind, AccountMailKind, OfficeMailKind } from "#server/contract/account-links.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import type { AuditSubject } from "#server/contract/domains/domains.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { MessageOutcome } from "#server/contract/follow-up.ts"
import type { MessageFolder, MessageState } from "#server/contract/message-states.ts"
import type { MailKind, MessageEntryKind } from "#server/contract/messages.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import type { RevisionAction } from "#server/contract/projects.ts"
import type { PushKind } from "#server/contract/push.ts"
import type { ContactSector, Sector } from "#server/contract/sectors.ts"

/**
 * Times are ISO 8601 in UTC. Of tokens, recovery codes and session ids, only the SHA-256 in hex is stored. What has a
 * `deletedAt` is in the trash. A column …Folded contains the text of another one after normalizeForSearch; the command
 * writes it, since no SQL function removes all accents.
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
  messageAttachments: MessageAttachmentsTable
  messageAttachmentParts: MessageAttachmentPartsTable
  messagePhotos: MessagePicturesTable
  incomingMails: IncomingMailsTable
  mailboxes: MailboxesTable
  visitorImages: VisitorImagesTable
  messageLinks: MessageLinksTable
  messageCounts: MessageCountsTable
  messageVersion: MessageVersionTable
  senders: SendersTable
  erasures: ErasuresTable
  outbox: OutboxTable
  accounts: AccountsTable
  sessions: SessionsTable
  accountLinks: AccountLinksTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  oneTimeCodes: OneTimeCodesTable
  recoveryCodes: RecoveryCodesTable
  apiTokens: ApiTokensTable
  factorRequirements: FactorRequirementsTable
  firstAdmins: FirstAdminsTable
  audit: AuditTable
  auditHead: AuditHeadTable
  limits: LimitsTable
  keys: KeysTable
  revisions: RevisionsTable
  drafts: DraftsTable
  contentImages: ContentImagesTable
  contentChanges: ContentChangesTable
  savedViews: SavedViewsTable
  pushDevices: PushDevicesTable
  pushMessages: PushMessagesTable
  contentVersion: ContentVersionTable
  backups: BackupsTable
  oldestPrograms: OldestProgramsTable
  leases: LeasesTable
  uploads: UploadsTable
  uploadParts: UploadPartsTable
}

/** Tables that a database derives itself, or that have no meaning in another database. */
type Derived =
  | "projectCounts"
  | "messageCounts"
  | "messageVersion"
  | "contentVersion"
  | "oldestPrograms"
  | "leases"
  | "passkeyChallenges"
  | "pushMessages"
  | "uploads"
  | "uploadParts"

/** The keys of the tables that a move to another database copies; parents come before children. */
export const copiedKeys = {
  accounts: ["id"],
  sessions: ["idHash"],
  projects: ["id"],
  images: ["name"],
  projectImages: ["projectId", "position"],
  projectSlugs: ["slug"],
  projectRevisions: ["projectId", "version"],
  projectRevisionImages: ["projectId", "image"],
  previewLinks: ["tokenHash"],
  imageDetails: ["name"],
  revisions: ["id"],
  drafts: ["page"],
  contentImages: ["page", "state", "image"],
  contentChanges: ["at"],
  savedViews: ["id"],
  pushDevices: ["id"],
  erasures: ["batch"],
  messages: ["id"],
  messageEntries: ["id"],
  messageAttachments: ["id"],
  messageAttachmentParts: ["attachmentId", "position"],
  messagePhotos: ["messageId", "position"],
  incomingMails: ["mailHash"],
  mailboxes: ["nameHash"],
  visitorImages: ["name"],
  messageLinks: ["tokenHash"],
  senders: ["sender"],
  accountLinks: ["id"],
  passkeys: ["id"],
  oneTimeCodes: ["accountId"],
  recoveryCodes: ["accountId", "codeHash"],
  apiTokens: ["id"],
  factorRequirements: ["role"],
  firstAdmins: ["emailHash"],
  outbox: ["id"],
  audit: ["id"],
  auditHead: ["id"],
  limits: ["id"],
  keys: ["name"],
  backups: ["at"],
} as const satisfies { [Table in Exclude<keyof Schema, Derived>]: readonly (keyof Schema[Table])[] }

interface ProjectsTable {
  id: Generated<number>
  name: string
  nameFolded: string
  description: string
  address: string | null
  status: string | null
  statusFolded: string | null
  sector: Sector
  sectorFolded: string
  slug: string
  version: Generated<number>
  createdAt: string
  updatedAt: string
  createdBy: number | null
  updatedBy: number | null
  deletedAt: string | null
  publishedAt: string | null
  /** The moment at which it publishes itself. */
  publishAt: string | null
  /** Its position at the top of its sector, from 1, or null for the others. */
  pin: number | null
  /** The browser generates it, so that a creation that is sent again creates one project. */
  idempotencyKey: string | null
  /** It is derived from deletedAt, publishedAt and publishAt. */
  state: GeneratedAlways<ProjectState>
  /** The date of its publication, or else of its creation, by which lists are ordered. */
  listedAt: GeneratedAlways<string>
}

/** The numbers of projects by sector, status, state and year, which triggers maintain. */
interface ProjectCountsTable {
  sector: Sector
  /** It is the empty text for projects without a status. */
  status: string
  state: ProjectState
  /** The year of `listedAt` in Kinshasa. */
  year: string
  count: number
}

/** The last parts of projects' URLs, including those of earlier names. */
interface ProjectSlugsTable {
  slug: string
  /** It is null once the project has been erased. */
  projectId: number | null
  /** The moment at which the project was first public at this URL, or null if it never was. */
  publicAt: string | null
}

interface ProjectRevisionsTable {
  projectId: number
  /** The project's version after the change. */
  version: number
  at: string
  accountId: number | null
  action: RevisionAction
  /** The changes of one command share this id. */
  batch: string | null
  /** The earlier values of the changed fields, as JSON. */
  before: string
}

/** The pictures that revisions name; they are stored as long as the project. */
interface ProjectRevisionImagesTable {
  projectId: number
  image: string
}

/** Links that show a project in any state to people without an account. */
interface PreviewLinksTable {
  tokenHash: string
  projectId: number
  accountId: number | null
  createdAt: string
  expiresAt: string
}

interface ImagesTable {
  name: string
  width: number
  height: number
  bytes: number
  /** The media type. */
  type: string
  /** The average colour, `#rrggbb`. */
  colour: string
  createdAt: string
  fileName: string | null
  fileNameFolded: string | null
  /** The perceptual hash in 16 hexadecimal digits; null until it is computed, and empty if it cannot be. */
  hash: string | null
  /** The moment at which a visitor sent it; only readers of messages see it until somebody else uploads it. */
  privateAt: string | null
  /** The moment at which it was added to the library; any other image is deleted once nothing uses it. */
  libraryAt: string | null
  deletedAt: string | null
}

/** Descriptions that people have written for pictures, whether stored or shipped with the site. */
interface ImageDetailsTable {
  name: string
  alt: string | null
  altFolded: string | null
  /** In percent from the left and from the top. */
  focusX: number | null
  focusY: number | null
}

interface ProjectImagesTable {
  projectId: number
  /** It is counted from 0. */
  position: number
  image: string
  /** It is null without an alternative text, and empty for a decorative picture. */
  alt: string | null
  altFolded: string | null
}

interface MessagesTable {
  id: Generated<number>
  /** A reference such as « LIS-7K3M-26 », or null if another program has inserted the row. */
  reference: string | null
  firstName: string
  lastName: string
  fullNameFolded: string
  /** It is empty if the sender has given a telephone number only. */
  email: string
  /** The number in the form of ITU-T E.164, such as `+243812345678`. */
  phone: string | null
  sector: ContactSector
  message: string
  messageFolded: string
  idempotencyKey: string | null
  createdAt: string
  readAt: string | null
  state: Generated<MessageState>
  assigneeId: number | null
  /** The last time that somebody, even its sender, did something with it; null before that. */
  changedAt: string | null
  /** The moment since which its sender waits for an answer; null once answered, archived or judged spam. */
  waitingSince: string | null
  /** The moment of the first answer. */
  answeredAt: string | null
  deletedAt: string | null
  /** The reasons to doubt it, as JSON. */
  suspicions: string | null
  /** The day in Kinshasa on which somebody wants to write again; the next columns belong to it, and to the outcome. */
  followUpOn: string | null
  followUpNote: string | null
  outcome: MessageOutcome["result"] | null
  /** In whole US dollars. */
  outcomeAmount: number | null
  outcomeReason: string | null
  /** It is set for the requests of an erased person, which nobody sees and which can come back for some days. */
  erasureBatch: string | null
}

/** One row for each erasure of a person that can still be undone. */
interface ErasuresTable {
  batch: string
  at: string
  accountId: number | null
  /** The reference of the request by which the person was found. */
  name: string
  /** The numbers of what is erased. */
  requests: number
  photos: number
}

interface MessageEntriesTable {
  id: Generated<number>
  messageId: number
  at: string
  /** It is null for the sender. */
  accountId: number | null
  kind: MessageEntryKind
  text: string | null
  textFolded: string | null
  /** The earlier value of what changed: a state, an account's id, or a follow-up or an outcome as JSON. */
  before: string | null
  /** The new value; for what is meant as an answer, why it is none. */
  after: string | null
  idempotencyKey: string | null
  batch: string | null
  /** What a mail of the sender quotes, which may be nothing; null for what did not come by mail. */
  quoted: string | null
}

/** Mails that were taken from the mailbox, and the requests that they concern. */
interface IncomingMailsTable {
  /** The SHA-256 of its Message-ID. */
  mailHash: string
  messageId: number
  at: string
}

/** How far mailboxes have been read. */
interface MailboxesTable {
  /** The SHA-256 of the server's and the user's name. */
  nameHash: string
  uidValidity: string
  /** The UID of the last mail that was read. */
  uid: number
  readAt: string
}

/** Files that colleagues have joined to answers and notes, or senders to their mails. */
interface MessageAttachmentsTable {
  id: Generated<number>
  /** It is null until the answer or the note is sent. */
  entryId: number | null
  /** It is null for the sender. */
  accountId: number | null
  name: string
  /** The media type. */
  type: string
  bytes: number
  createdAt: string
}

interface MessageAttachmentPartsTable {
  attachmentId: number
  position: number
  /** A part of the file's Base64. */
  content: string
}

interface MessagePicturesTable {
  messageId: number
  position: number
  image: string
  /** It is 1 if only visitors had the image when the request came, so that it is withdrawn when its sender is erased. */
  wasPrivate: Generated<number>
}

/** Images that visitors have uploaded, for a day; requests cannot name others. */
interface VisitorImagesTable {
  name: string
  uploadedAt: string
}

/** Links to the status pages of requests. */
interface MessageLinksTable {
  tokenHash: string
  messageId: number
  createdAt: string
  /** Whether a repeated sending has made the link, which anybody can do who knows the request. */
  isRepeat: Generated<number>
  /** The account that has the request among its own by this link; null for the other links. */
  accountId: number | null
}

/** The numbers of messages by state and sector, which triggers maintain. */
interface MessageCountsTable {
  /** It is `trashed` for messages in the trash, whatever their state. */
  state: MessageFolder
  sector: ContactSector
  unread: number
  count: number
}

/** One row, which every write that an inbox shows increments. */
interface MessageVersionTable {
  id: number
  version: number
}

interface SendersTable {
  /** An e-mail address in lower case, or a telephone number. */
  sender: string
  verdict: "trusted" | "spam"
  at: string
}

interface OutboxTable {
  id: Generated<number>
  messageId: number | null
  kind: Generated<MailKind | AccountMailKind | OfficeMailKind>
  /** The answer that the mail contains. */
  entryId: number | null
  attempts: Generated<number>
  nextAt: string
  claimedUntil: string | null
  sentAt: string | null
  lastError: string | null
  /** The recipient of a mail that belongs to no message. */
  recipient: string | null
  /** The origin of the link in the mail. */
  origin: string | null
  /** The invitation, or the change of an e-mail address, that the mail is about. */
  accountLinkId: number | null
  /** The device and the moment that a notice names, or the batch of what was handed over. */
  detail: string | null
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
  /** When the password was generated; null once somebody has chosen one. */
  passwordGeneratedAt: string | null
  /**
   * Since when only the owner of the e-mail address knows the password, which was chosen through a link that was mailed
   * or handed over, or given by the operator. It is null for an account that somebody has just registered.
   */
  addressConfirmedAt: string | null
  /** It is also set for deleted accounts. */
  disabledAt: string | null
  /** It is exact to some minutes. */
  lastSeenAt: string | null
  /** The row of a deleted account stays for what its holder has written. */
  deletedAt: string | null
  /** The name before the deletion, as long as the account can be restored. */
  deletedUsername: string | null
  /** The name that people see, or null where they see the username. */
  fullName: string | null
  fullNameFolded: string | null
  /** Whether the account is mailed when somebody hands a request over to it. */
  mailsAssignments: Generated<number>
  /** Whether the account is mailed each morning what is to do. */
  mailsDigest: Generated<number>
}

interface SessionsTable {
  idHash: string
  accountId: number
  createdAt: string
  expiresAt: string
  userAgent: string | null
  ip: string | null
  /** It is exact to some minutes. */
  lastSeenAt: string | null
  /** The last time that the password or a passkey was given, at sign-in or for a reauthentication. */
  confirmedAt: string | null
  /** The moment at which a passkey or a one-time code was first given. */
  strongAt: string | null
  /** Until then the account's first factor may be added, since a link for it was opened. */
  enrolmentUntil: string | null
}

/** Links that work only once. */
interface AccountLinksTable {
  id: Generated<number>
  tokenHash: string
  kind: AccountLinkKind
  /** It is null for an invitation. */
  accountId: number | null
  /** The e-mail address that is invited, that an account changes to, or that a reset was mailed to. */
  email: string | null
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
  /** The public key in COSE format, as base64url. */
  publicKey: string
  counter: number
  /** As JSON. */
  transports: string
  createdAt: string
  lastUsedAt: string | null
}

/** Challenges of passkeys; each is deleted when it is answered. */
export interface PasskeyChallengesTable {
  /** As base64url. */
  challenge: string
  accountId: number | null
  purpose: "registration" | "verification" | "sign-in"
  expiresAt: string
}

/** Time-based one-time passwords (RFC 6238). */
interface OneTimeCodesTable {
  accountId: number
  /** The secret as base32. */
  secret: string
  /** It is null until a first code has been given. */
  confirmedAt: string | null
  /** The time step of the last accepted code. */
  lastStep: Generated<number>
}

interface RecoveryCodesTable {
  accountId: number
  /** The row is deleted when the code is used. */
  codeHash: string
  /** How many bits of the code are random. */
  bits: Generated<number>
}

interface ApiTokensTable {
  id: Generated<number>
  name: string
  tokenHash: string
  /** The token's rights, as JSON. */
  rights: string
  /** The account whose rights the token cannot exceed. */
  accountId: number
  createdAt: string
  expiresAt: string | null
  /** It is exact to some minutes. */
  lastUsedAt: string | null
  revokedAt: string | null
}

/** The addresses for which a first administrator was created, or was not needed; a row outlives the account. */
interface FirstAdminsTable {
  /** The SHA-256 in hex, since the address is erased with its account. */
  emailHash: string
  at: string
}

/** The roles whose accounts need a passkey or a one-time code. */
interface FactorRequirementsTable {
  role: Role
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
  /** As JSON. */
  details: string
  /** The hash of the previous entry, or the empty text for the first one. */
  previousHash: string
  /** The SHA-256, in hex, over the other columns except for the folded one. */
  hash: string
}

/** One row with the newest entry's hash, so that nobody can remove the newest entries unnoticed. */
interface AuditHeadTable {
  id: number
  hash: string
}

/** One row for each counted event; it is stored as long as its window lasts. */
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
  /** As JSON. */
  content: string
  publishedAt: string
  accountId: number | null
}

/** Unpublished changes, at most one draft for each page. */
interface DraftsTable {
  page: ContentSlug
  schemaVersion: number
  content: string
  version: number
  updatedAt: string
  updatedBy: number | null
  publishAt: string | null
}

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
  accountId: number
  name: string
  nameFolded: string
  /** As JSON. */
  params: string
  sharedAt: string | null
  version: Generated<number>
  createdAt: string
  updatedAt: string
}

/** Browsers that show what their push service brings (RFC 8030). */
interface PushDevicesTable {
  id: Generated<number>
  accountId: number
  /** The URL of the browser's push service, which only this site knows. */
  endpoint: string
  /** The browser's keys, by which messages are encrypted (RFC 8291), in base64url. */
  publicKey: string
  authSecret: string
  name: string
  createdAt: string
  /** The last time that its push service has accepted a message. */
  reachedAt: string | null
  /** The session in which it was added, or which has replaced that; null for devices of release 1.0.0. */
  sessionHash: string | null
}

/** One row for each message that a device has not got yet. */
interface PushMessagesTable {
  id: Generated<number>
  deviceId: number
  messageId: number
  kind: PushKind
  attempts: Generated<number>
  nextAt: string
}

/** One row, which every write that can change a page increments. */
interface ContentVersionTable {
  id: number
  version: number
}

/** The last nightly backup that was verified. */
interface BackupsTable {
  at: string
}

interface OldestProgramsTable {
  version: string
}

interface LeasesTable {
  name: string
  until: string
}

/** Files that are sent in parts. Uploads last for a day. */
interface UploadsTable {
  id: string
  accountId: number | null
  /** The visitor's IP address, or the network of an IPv6 address. */
  client: string | null
  fileName: string
  /** The declared length in bytes. */
  length: number
  /** The received bytes, which are the offset of the next part. */
  received: Generated<number>
  createdAt: string
  expiresAt: string
  /** The name of the stored image, once the upload is complete. */
  image: string | null
}

interface UploadPartsTable {
  /** The name of the part's object in the image store. */
  name: string
  uploadId: string
  /** The offset of the part's first byte in the file. */
  start: number
}
