import { isIP } from "node:net"
import * as z from "zod"
import { LOG_LEVELS } from "./log.ts"

const text = z.string().trim().min(1)
const flag = z.enum(["0", "1"]).transform((value) => value === "1")

function parseOrigin(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash || url.username) return
  return url.origin
}

function isMailServer(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ""
}

function isMailbox(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return (
    url !== undefined &&
    /^imaps?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    url.username !== "" &&
    url.password !== ""
  )
}

function isPostgresUrl(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
}

/** An endpoint is that of another provider, which gets the bucket in the path; without one, the region is AWS's. */
function parseBucket(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const endpoint = url?.searchParams.get("endpoint") ?? undefined
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.hostname) || url.username) return
  if (endpoint !== undefined && !isEndpoint(endpoint)) return
  const prefix = url.pathname.replace(/^\/|\/$/g, "")
  if (!/^[\w./-]*$/.test(prefix)) return
  return { bucket: url.hostname, prefix, endpoint, region: url.searchParams.get("region") ?? "us-east-1" }
}

/** Rejects keys in the URL, which fetch's errors would print. */
function isEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** Traffic to this machine, or to a socket of it, cannot be listened to on the network. */
function isThisMachine(hostname: string): boolean {
  const host = decodeURIComponent(hostname)
  return host === "" || host.startsWith("/") || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

const encryptedModes = ["require", "verify-ca", "verify-full"]

function isPostgresEncrypted({ searchParams }: URL): boolean {
  return encryptedModes.includes(searchParams.get("sslmode") ?? "") || searchParams.get("ssl") === "true"
}

const variables = {
  PORT: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.number().max(65_535)),
    "un port de 0 à 65535",
  ],
  HOST: [text.refine((host) => isIP(host) > 0 || /^[\w.-]+$/.test(host)), "une adresse où écouter"],
  DATA_DIR: [text, "un dossier"],
  DATABASE_URL: [
    text.refine(isPostgresUrl),
    "une adresse comme postgres://compte:mot-de-passe@serveur/base?sslmode=verify-full",
  ],
  IMAGE_STORE_URL: [
    text.refine(parseBucket).transform((value) => parseBucket(value)),
    "une adresse comme s3://seau/dossier?endpoint=https://s3.exemple.cd&region=eu-west-3",
  ],
  AWS_ACCESS_KEY_ID: [text, "une clé d’accès"],
  AWS_SECRET_ACCESS_KEY: [text, "une clé secrète"],
  PUBLIC_URL: [
    text.refine(parseOrigin).transform((value) => parseOrigin(value) ?? ""),
    "une origine comme https://www.exemple.cd",
  ],
  TRUST_PROXY: [z.string().regex(/^\d$/).transform(Number), "un nombre de mandataires, de 0 à 9"],
  ADMIN_EMAIL: [z.string().trim().max(254).pipe(z.email()), "une adresse e-mail"],
  ADMIN_PASSWORD: [z.string().min(8).max(128), "un mot de passe de 8 à 128 caractères"],
  DEMO_CONTENT: [flag, "0 ou 1"],
  EMAILJS_SERVICE_ID: [text, "un identifiant EmailJS"],
  EMAILJS_TEMPLATE_ID: [text, "un identifiant EmailJS"],
  EMAILJS_PUBLIC_KEY: [text, "une clé publique EmailJS"],
  SMTP_URL: [text.refine(isMailServer), "une adresse comme smtps://compte:mot-de-passe@mail.exemple.cd"],
  NOTIFY_EMAIL: [z.string().trim().max(254).pipe(z.email()), "une adresse e-mail"],
  OPERATOR_EMAIL: [z.string().trim().max(254).pipe(z.email()), "une adresse e-mail"],
  IMAP_URL: [text.refine(isMailbox), "une adresse comme imaps://compte:mot-de-passe@mail.exemple.cd"],
  PLAINTEXT_HOSTS: [
    text.regex(/^[\w.:[\]-]+( *, *[\w.:[\]-]+)*$/).transform((hosts) => hosts.toLowerCase().split(/ *, */)),
    "des noms de machines, séparés par des virgules",
  ],
  RATE_LIMITS: [flag, "0 ou 1"],
  METRICS_TOKEN: [z.string().regex(/^[!-~]+$/), "un jeton en ASCII, sans espace"],
  LOG_LEVEL: [z.enum(LOG_LEVELS), `un niveau parmi ${LOG_LEVELS.join(", ")}`],
} as const

type Variable = keyof typeof variables

export const VARIABLES: readonly string[] = Object.keys(variables)
type Values = { [Name in Variable]?: z.output<(typeof variables)[Name][0]> }

export class SettingsError extends Error {}

/** Validates the environment's variables; throws a SettingsError whose one line names the variable. */
export function readSettings(environment: Record<string, string | undefined>) {
  const values = parseVariables(environment)
  rejectPlaintext(values)
  return {
    port: values.PORT ?? 3000,
    host: values.HOST ?? "0.0.0.0",
    dataDir: values.DATA_DIR ?? "./data",
    databaseUrl: values.DATABASE_URL,
    s3: readS3(values),
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY ?? 0,
    adminEmail: values.ADMIN_EMAIL ?? "admin@lisanga.example",
    adminPassword: values.ADMIN_PASSWORD,
    demoContent: values.DEMO_CONTENT ?? true,
    emailService: readEmailService(values),
    mail: readMail(values),
    mailbox: readMailbox(values),
    operatorEmail: readOperator(values),
    rateLimits: values.RATE_LIMITS ?? true,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL ?? "info",
  }
}

export type Settings = ReturnType<typeof readSettings>

function parseVariables(environment: Record<string, string | undefined>): Values {
  const entries = Object.entries(variables).flatMap(([name, [schema, expected]]) => {
    const value = environment[name]
    if (value === undefined || value === "") return []
    const parsed = schema.safeParse(value)
    // The message leaves the value out, which may be a password.
    if (!parsed.success) throw new SettingsError(`${name} : valeur refusée, il faut ${expected}`)
    return [[name, parsed.data]]
  })
  return Object.fromEntries(entries)
}

function readEmailService(values: Values) {
  const { EMAILJS_SERVICE_ID: serviceId, EMAILJS_TEMPLATE_ID: templateId, EMAILJS_PUBLIC_KEY: publicKey } = values
  if (serviceId && templateId && publicKey) return { serviceId, templateId, publicKey }
  rejectIncomplete(values, ["EMAILJS_SERVICE_ID", "EMAILJS_TEMPLATE_ID", "EMAILJS_PUBLIC_KEY"])
  return undefined
}

/** Ignores AWS keys without IMAGE_STORE_URL, since they may be set for other programs. */
function readS3(values: Values) {
  const { IMAGE_STORE_URL: place, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!place) return undefined
  if (accessKeyId && secretAccessKey) return { ...place, accessKeyId, secretAccessKey }
  rejectIncomplete(values, ["IMAGE_STORE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
  return undefined
}

function readMail(values: Values) {
  const { SMTP_URL: smtpUrl, NOTIFY_EMAIL: notifyEmail } = values
  if (smtpUrl && notifyEmail) return { smtpUrl, notifyEmail, requiresTls: !mayUsePlaintext(values, new URL(smtpUrl)) }
  rejectIncomplete(values, ["SMTP_URL", "NOTIFY_EMAIL"])
  return undefined
}

function readOperator({ OPERATOR_EMAIL: email, SMTP_URL: smtpUrl }: Values) {
  if (email && !smtpUrl) throw new SettingsError(`OPERATOR_EMAIL : ${MAIL_MISSING}`)
  return email
}

const MAIL_MISSING = "ne sert qu’avec SMTP_URL et NOTIFY_EMAIL, à donner aussi"

/** Answers join their requests by the ids of the mails that they answer, which only the site's own mails have. */
function readMailbox(values: Values) {
  const { IMAP_URL: url, SMTP_URL: smtpUrl } = values
  if (!url) return undefined
  if (!smtpUrl) throw new SettingsError(`IMAP_URL : ${MAIL_MISSING}`)
  return { url, requiresTls: !mayUsePlaintext(values, new URL(url)) }
}

function mayUsePlaintext({ PLAINTEXT_HOSTS: hosts = [] }: Values, { hostname }: URL): boolean {
  return isThisMachine(hostname) || hosts.includes(hostname.toLowerCase())
}

/** Passwords, requests and pictures must not cross a network in clear unless the operator says so. */
function rejectPlaintext(values: Values): void {
  const { DATABASE_URL: database, IMAGE_STORE_URL: { endpoint } = {} } = values
  const postgres = database === undefined ? undefined : new URL(database)
  if (postgres && !isPostgresEncrypted(postgres) && !mayUsePlaintext(values, postgres)) {
    const remedy = "ajoutez-y sslmode=verify-full, ou nommez cette machine dans PLAINTEXT_HOSTS"
    throw new SettingsError(`DATABASE_URL : ${postgres.hostname} serait joint sans chiffrement, ${remedy}`)
  }
  const s3 = endpoint === undefined ? undefined : new URL(endpoint)
  if (s3?.protocol === "http:" && !mayUsePlaintext(values, s3)) {
    const remedy = "prenez https, ou nommez cette machine dans PLAINTEXT_HOSTS"
    throw new SettingsError(`IMAGE_STORE_URL : ${s3.hostname} serait joint sans chiffrement, ${remedy}`)
  }
}

/** Rejects settings that only work together if some of them are missing. */
function rejectIncomplete(values: Values, names: readonly Variable[]) {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length < names.length) {
    throw new SettingsError(`${missing.join(", ")} : à donner aussi, car ${names.join(", ")} ne vont qu’ensemble`)
  }
}
