import { createHash } from "node:crypto"
import { domainToASCII } from "node:url"
import { type ParsedMail, type SimpleParserOptions, type StructuredHeader, simpleParser } from "mailparser"
import { cutText } from "#server/contract/cut-text.ts"
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from "#server/contract/message-attachments.ts"
import { cleanText, EMAIL_MAX } from "#server/contract/storable-text.ts"
import { AppError } from "#server/errors.ts"
import { oneLine, withoutControls } from "#server/jobs/mail-text.ts"
import { type NewAttachment, readAttachment } from "#server/messages/attachments.ts"
import { splitQuote } from "./split-quote.ts"
import { incomingTexts as texts } from "./texts.ts"

const options: SimpleParserOptions = {
  skipTextToHtml: true,
  skipImageLinks: true,
  keepCidLinks: true,
  keepDeliveryStatus: true,
  checksumAlgo: false,
  maxHtmlLengthToParse: 500_000,
  maxChildNodes: 200,
}

const REFERENCES_MAX = 50

/** What a mail says of itself before it is read. */
export interface MailHead {
  /** The SHA-256 of its Message-ID, or of its headers. */
  hash: string
  messageId: string
  /** In lower case, with the domain in ASCII, as requests have them. */
  from: string
  subject: string
  /** The Message-IDs of the mails that it answers. */
  references: string[]
  /** Whether no person has written it. */
  isAutomatic: boolean
  isReport: boolean
}

/** Reads the headers at the beginning of a mail, however broken they are. */
export async function readHead(beginning: Buffer): Promise<MailHead> {
  const headers = beginning.subarray(0, endOfHeaders(beginning))
  const mail = await simpleParser(Buffer.concat([headers, Buffer.from("\r\n\r\n")]), options)
  const messageId = (mail.messageId ?? "").slice(0, 1000)
  const references = [mail.references ?? [], mail.inReplyTo ?? []]
    .flat()
    .flatMap((ids) => ids.match(/<[^<>\s]+>/g) ?? [])
  return {
    hash: createHash("sha256")
      .update(messageId || headers)
      .digest("hex"),
    messageId,
    from: senderOf(mail),
    subject: mail.subject ?? "",
    references: [...new Set(references)].slice(-REFERENCES_MAX),
    isAutomatic: isAutomatic(mail),
    isReport: contentTypeOf(mail) === "multipart/report",
  }
}

function senderOf({ from }: ParsedMail): string {
  const address = cutText(cleanText(oneLine(from?.value[0]?.address ?? "")), EMAIL_MAX).toLowerCase()
  const at = address.lastIndexOf("@") + 1
  const domain = address.slice(at)
  return address.slice(0, at) + (domainToASCII(domain) || domain)
}

function endOfHeaders(mail: Buffer): number {
  const ends = [mail.indexOf("\r\n\r\n"), mail.indexOf("\n\n")].filter((end) => end >= 0)
  return Math.min(...ends, mail.length)
}

/** Absence messages, mass mails and returned mails (RFC 3834, RFC 5321 §4.5.5). */
function isAutomatic(mail: ParsedMail): boolean {
  const textOf = (name: string) => {
    const value = mail.headers.get(name)
    return (typeof value === "string" ? value : "").trim().toLowerCase()
  }
  const submitted = textOf("auto-submitted")
  const returnPath = mail.headerLines.find(({ key }) => key === "return-path")?.line
  return (
    (submitted !== "" && !submitted.startsWith("no")) ||
    ["x-autoreply", "x-autorespond"].some((name) => mail.headers.has(name)) ||
    /^(?:bulk|auto_reply|junk)/.test(textOf("precedence")) ||
    (returnPath !== undefined && /^return-path:\s*<\s*>\s*$/i.test(returnPath))
  )
}

function contentTypeOf({ headers }: ParsedMail): string {
  const type = headers.get("content-type") as StructuredHeader | undefined
  return type?.value.toLowerCase() ?? ""
}

export interface MailContent {
  text: string
  quoted: string
  attachments: NewAttachment[]
}

const TEXT_MAX = 5000
const QUOTED_MAX = 20_000

/** No more of a text than this is looked at. */
const READ_MAX = 200_000

/** Pictures that are part of a mail's text are signatures up to this size. */
const SIGNATURE_BYTES = 20_000

/** Reads what somebody has written and joined. Throws only where the site is too busy to look at the pictures. */
export async function readContent(source: Buffer): Promise<MailContent> {
  const mail = await simpleParser(source, options).catch(() => undefined)
  if (!mail) return { text: texts.unreadable, quoted: "", attachments: [] }
  const written = await readText(mail)
  const { text, quoted } = splitQuote(cleanMail(written.text ?? ""))
  const { taken, left } = await readAttachments(mail)
  const shown = text === "" ? [written.textConversionError ? texts.unreadable : texts.noText] : cutLines(text)
  return {
    text: [...shown, ...left.map(texts.attachmentLeft)].join("\n\n"),
    quoted: cutText(quoted, QUOTED_MAX),
    attachments: taken,
  }
}

/** Makes a text of HTML alone, which the parser leaves as it is where files follow. */
async function readText(mail: ParsedMail): Promise<Pick<ParsedMail, "text" | "textConversionError">> {
  if (!mail.html || mail.text?.trim() || mail.textConversionError) return mail
  return simpleParser(`Content-Type: text/html; charset=utf-8\r\n\r\n${mail.html}`, options)
}

function cleanMail(text: string): string {
  return cleanText(withoutControls(text.slice(0, READ_MAX)))
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
}

function cutLines(text: string): string[] {
  return text.length <= TEXT_MAX ? [text] : [`${cutText(text, TEXT_MAX)}…`, texts.cut]
}

const LEFT_MAX = 20

async function readAttachments({ attachments }: ParsedMail): Promise<{ taken: NewAttachment[]; left: string[] }> {
  const taken: NewAttachment[] = []
  const left: string[] = []
  let bytes = 0
  for (const { filename, contentType, content, related, size } of attachments) {
    if (related && size <= SIGNATURE_BYTES) continue
    const name = cutText(cleanText(oneLine(filename ?? "")), 150) || contentType
    const hasRoom = taken.length < ATTACHMENTS_MAX && bytes + size <= ATTACHMENT_BYTES_MAX
    const file = hasRoom ? await tryAttachment(new File([new Uint8Array(content)], name)) : undefined
    // Pictures are written anew, and may grow.
    if (file && bytes + file.content.length <= ATTACHMENT_BYTES_MAX) {
      taken.push(file)
      bytes += file.content.length
    } else if (left.length < LEFT_MAX) left.push(name)
  }
  return { taken, left }
}

/** Returns undefined for what is neither a PDF nor a picture. */
async function tryAttachment(file: File): Promise<NewAttachment | undefined> {
  try {
    return await readAttachment(file)
  } catch (error) {
    if (error instanceof AppError && ["unsupported", "too_large", "invalid"].includes(error.code)) return undefined
    throw error
  }
}

/** Returns the enhanced status and the Message-ID of a mail that could not be delivered for good (RFC 3464). */
export async function readBounce(source: Buffer, { references }: MailHead) {
  const mail = await simpleParser(source, options).catch(() => undefined)
  const report = mail?.attachments.find(({ contentType }) => contentType === "message/delivery-status")
  const fields = report?.content.toString("latin1") ?? ""
  if (!/^Action:\s*failed/im.test(fields)) return undefined
  const returned = /^Message-ID:\s*(<demande-\d+\.[0-9a-f]{24}@[^<>\s]+>)/im.exec(source.toString("latin1"))
  return {
    status: /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(fields)?.[1] ?? "5.0.0",
    messageIds: returned?.[1] ? [returned[1]] : references.slice(-1),
  }
}
