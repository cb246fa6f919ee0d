import { expect, test } from "vitest"
import { readSettings, SettingsError } from "./settings.ts"

test("without any variable the settings are the defaults", () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: "0.0.0.0",
    dataDir: "./data",
    publicUrl: undefined,
    trustProxy: 0,
    adminEmail: "admin@lisanga.example",
    adminPassword: undefined,
    demoContent: true,
    emailService: undefined,
    mail: undefined,
    rateLimits: true,
    metricsToken: undefined,
    logLevel: "info",
  })
})

test("an empty variable counts as not set", () => {
  expect(readSettings({ PORT: "", DATABASE_URL: "", SMTP_URL: "" })).toEqual(readSettings({}))
})

test.each([
  ["PORT", "0", { port: 0 }],
  ["PORT", "65535", { port: 65_535 }],
  ["HOST", "127.0.0.1", { host: "127.0.0.1" }],
  ["HOST", "::1", { host: "::1" }],
  ["HOST", "localhost", { host: "localhost" }],
  ["DATA_DIR", "/var/lib/lisanga", { dataDir: "/var/lib/lisanga" }],
  ["PUBLIC_URL", "https://www.lisanga.example", { publicUrl: "https://www.lisanga.example" }],
  ["PUBLIC_URL", "https://WWW.lisanga.example:443/", { publicUrl: "https://www.lisanga.example" }],
  ["PUBLIC_URL", "http://localhost:8080", { publicUrl: "http://localhost:8080" }],
  ["TRUST_PROXY", "2", { trustProxy: 2 }],
  ["ADMIN_EMAIL", " chef@lisanga.example ", { adminEmail: "chef@lisanga.example" }],
  ["ADMIN_PASSWORD", "8 signes", { adminPassword: "8 signes" }],
  ["DEMO_CONTENT", "0", { demoContent: false }],
  ["RATE_LIMITS", "0", { rateLimits: false }],
  ["METRICS_TOKEN", "jeton", { metricsToken: "jeton" }],
  ["LOG_LEVEL", "debug", { logLevel: "debug" }],
])("%s=%s is accepted", (name, value, expected) => {
  expect(readSettings({ [name]: value })).toMatchObject(expected)
})

test.each([
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80.5"],
  ["PORT", "http"],
  ["HOST", "deux mots"],
  ["DATA_DIR", "  "],
  ["DATABASE_URL", "mysql://localhost/site"],
  ["DATABASE_URL", "anything"],
  ["PUBLIC_URL", "www.lisanga.example"],
  ["PUBLIC_URL", "ftp://lisanga.example"],
  ["PUBLIC_URL", "https://lisanga.example/site"],
  ["PUBLIC_URL", "https://lisanga.example/?a=1"],
  ["PUBLIC_URL", "https://moi@lisanga.example"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "-1"],
  ["ADMIN_EMAIL", "personne"],
  ["ADMIN_PASSWORD", "7 signe"],
  ["ADMIN_PASSWORD", "x".repeat(129)],
  ["DEMO_CONTENT", "true"],
  ["RATE_LIMITS", "2"],
  ["METRICS_TOKEN", "deux mots"],
  ["METRICS_TOKEN", "jéton"],
  ["LOG_LEVEL", "loud"],
])("%s=%s stops the start with one line that names it", (name, value) => {
  expect(rejectionOf({ [name]: value })).toMatch(new RegExp(`^${name} : .+`))
})

test.each(["http://mail.example", "mail.example", "smtp://", "smtp:mail.example"])(
  "SMTP_URL=%s is no mail server",
  (SMTP_URL) => {
    expect(rejectionOf({ SMTP_URL, NOTIFY_EMAIL: "bureau@lisanga.example" })).toMatch(/^SMTP_URL : /)
  },
)

test("NOTIFY_EMAIL that is no e-mail is rejected", () => {
  expect(rejectionOf({ SMTP_URL: "smtp://localhost", NOTIFY_EMAIL: "personne" })).toMatch(/^NOTIFY_EMAIL : /)
})

test("the message does not repeat the value, which may be a password", () => {
  expect(rejectionOf({ ADMIN_PASSWORD: "secret" })).not.toContain("secret")
  expect(rejectionOf({ SMTP_URL: "http://moi:secret@mail", NOTIFY_EMAIL: "a@b.cd" })).not.toContain("secret")
})

test.each(["postgres://localhost/site", "postgresql://a:b@db:5432/site?sslmode=verify-full"])(
  "DATABASE_URL %s is accepted",
  (url) => expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url),
)

const awsKeys = { AWS_ACCESS_KEY_ID: "cle", AWS_SECRET_ACCESS_KEY: "secret" }

test("IMAGE_STORE_URL names a bucket at AWS, or at an endpoint of its own", () => {
  const keys = { accessKeyId: "cle", secretAccessKey: "secret" }
  expect(readSettings({ ...awsKeys, IMAGE_STORE_URL: "s3://images?region=eu-west-3" }).s3).toEqual({
    ...{ bucket: "images", prefix: "", region: "eu-west-3", endpoint: undefined },
    ...keys,
  })
  const elsewhere = "s3://images/site/images/?endpoint=http://localhost:9000"
  expect(readSettings({ ...awsKeys, IMAGE_STORE_URL: elsewhere }).s3).toEqual({
    ...{ bucket: "images", prefix: "site/images", region: "us-east-1", endpoint: "http://localhost:9000" },
    ...keys,
  })
})

test.each([
  "https://images",
  "s3://",
  "s3://Grand_Seau",
  "s3://images?endpoint=ftp://hote",
  "s3://images?endpoint=http://cle:secret@hote",
  "s3://images/à",
])("IMAGE_STORE_URL=%s is no bucket", (url) =>
  expect(rejectionOf({ ...awsKeys, IMAGE_STORE_URL: url })).toMatch(/^IMAGE_STORE_URL : /),
)

test("a bucket needs both keys, which may stand alone for other programs", () => {
  const names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].join(", ")
  expect(rejectionOf({ IMAGE_STORE_URL: "s3://images" })).toMatch(new RegExp(`^${names} : `))
  expect(readSettings(awsKeys).s3).toBeUndefined()
})

test("the three EMAILJS settings turn the e-mail service on together", () => {
  const variables = { EMAILJS_SERVICE_ID: "service", EMAILJS_TEMPLATE_ID: "modele", EMAILJS_PUBLIC_KEY: "cle" }
  expect(readSettings(variables).emailService).toEqual({ serviceId: "service", templateId: "modele", publicKey: "cle" })
})

test.each([
  [{ EMAILJS_SERVICE_ID: "service" }, ["EMAILJS_TEMPLATE_ID", "EMAILJS_PUBLIC_KEY"]],
  [{ EMAILJS_SERVICE_ID: "service", EMAILJS_PUBLIC_KEY: "cle" }, ["EMAILJS_TEMPLATE_ID"]],
  [{ SMTP_URL: "smtp://localhost" }, ["NOTIFY_EMAIL"]],
  [{ NOTIFY_EMAIL: "bureau@lisanga.example" }, ["SMTP_URL"]],
])("%o alone is rejected, and the message names the missing settings", (variables, missing) => {
  expect(rejectionOf(variables).split(" : ")[0]).toBe(missing.join(", "))
})

test("OPERATOR_EMAIL needs the server's own mail", () => {
  const mail = { SMTP_URL: "smtp://localhost", NOTIFY_EMAIL: "bureau@lisanga.example" }
  const OPERATOR_EMAIL = "machine@exemple.cd"
  expect(readSettings({ ...mail, OPERATOR_EMAIL }).operatorEmail).toBe(OPERATOR_EMAIL)
  expect(readSettings(mail).operatorEmail).toBeUndefined()
  expect(rejectionOf({ OPERATOR_EMAIL })).toMatch(/^OPERATOR_EMAIL : .*SMTP_URL et NOTIFY_EMAIL/)
  expect(rejectionOf({ ...mail, OPERATOR_EMAIL: "personne" })).toMatch(/^OPERATOR_EMAIL : /)
})

test("SMTP_URL and NOTIFY_EMAIL turn the server's own mail on together", () => {
  const variables = { SMTP_URL: "smtps://moi:mot@mail.example:465", NOTIFY_EMAIL: "bureau@lisanga.example" }
  expect(readSettings(variables).mail).toMatchObject({
    smtpUrl: variables.SMTP_URL,
    notifyEmail: variables.NOTIFY_EMAIL,
  })
})

function rejectionOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    expect(error.message).not.toContain("\n")
    return error.message
  }
  return "accepted"
}

const remote = [
  ["DATABASE_URL", "postgres://moi:secret@db.exemple.cd/site", "db.exemple.cd"],
  ["DATABASE_URL", "postgres://moi:secret@db.exemple.cd/site?sslmode=disable", "db.exemple.cd"],
  ["IMAGE_STORE_URL", "s3://images?endpoint=http://s3.exemple.cd", "s3.exemple.cd"],
] as const

test.each(remote)("%s=%s would cross a network in clear, which needs PLAINTEXT_HOSTS", (name, value, host) => {
  const rejection = rejectionOf({ ...awsKeys, [name]: value })
  expect(rejection).toContain(`${name} : ${host} serait joint sans chiffrement`)
  expect(rejection).not.toContain("secret")
  const settings = { ...awsKeys, [name]: value, PLAINTEXT_HOSTS: `cache, ${host.toUpperCase()}` }
  expect(() => readSettings(settings)).not.toThrow()
})

test.each([
  ["DATABASE_URL", "postgres://db.exemple.cd/site?sslmode=require"],
  ["DATABASE_URL", "postgres://moi@127.0.0.1:5432/site"],
  ["DATABASE_URL", "postgres://moi@[::1]/site"],
  ["DATABASE_URL", "postgres://%2Fvar%2Frun%2Fpostgresql/site"],
  ["DATABASE_URL", "postgres:///site?host=/var/run/postgresql"],
  ["IMAGE_STORE_URL", "s3://images?endpoint=https://s3.exemple.cd"],
  ["IMAGE_STORE_URL", "s3://images?endpoint=http://localhost:9000"],
])("%s=%s is encrypted, or stays on this machine", (name, value) => {
  expect(() => readSettings({ ...awsKeys, [name]: value })).not.toThrow()
})

test.each([
  ["smtp://mail.exemple.cd", true],
  ["smtp://mail.exemple.cd?ignoreTLS=true", true],
  ["smtp://mail.interne", false],
  ["smtp://127.0.0.1:2525", false],
  ["smtp://localhost", false],
])("SMTP_URL=%s requires TLS: %j", (SMTP_URL, requiresTls) => {
  const { mail } = readSettings({ SMTP_URL, NOTIFY_EMAIL: "bureau@lisanga.example", PLAINTEXT_HOSTS: "mail.interne" })
  expect(mail?.requiresTls).toBe(requiresTls)
})

const mailSettings = { SMTP_URL: "smtp://localhost", NOTIFY_EMAIL: "bureau@lisanga.example" }

test.each([
  ["imaps://moi:mot@mail.example", true],
  ["imap://moi:mot@mail.interne:143", false],
  ["imap://moi:mot@localhost", false],
])("IMAP_URL=%s requires TLS: %j", (IMAP_URL, requiresTls) => {
  const { mailbox } = readSettings({ ...mailSettings, IMAP_URL, PLAINTEXT_HOSTS: "mail.interne" })
  expect(mailbox).toEqual({ url: IMAP_URL, requiresTls })
})

test.each(["smtps://moi:mot@mail.example", "imaps://mail.example", "imaps://moi@mail.example", "imaps:"])(
  "IMAP_URL=%s is no mailbox",
  (IMAP_URL) => expect(rejectionOf({ ...mailSettings, IMAP_URL })).toMatch(/^IMAP_URL : /),
)

test("IMAP_URL needs the mail server whose mails are answered", () => {
  expect(rejectionOf({ IMAP_URL: "imaps://moi:secret@mail.example" })).toBe(
    "IMAP_URL : ne sert qu’avec SMTP_URL et NOTIFY_EMAIL, à donner aussi",
  )
})

test("PLAINTEXT_HOSTS is a list of names", () => {
  expect(rejectionOf({ PLAINTEXT_HOSTS: "http://db" })).toMatch(/^PLAINTEXT_HOSTS : /)
})
