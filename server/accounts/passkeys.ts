import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server"
import { readContent } from "#server/content/published/published.ts"
import type { Account } from "#server/contract/accounts.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import {
  type AuthenticationResponse,
  type NewPasskey,
  PASSKEYS_MAX,
  type PasskeyRenaming,
} from "#server/contract/factors.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import { describeDevice } from "#server/trpc/client-labels.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { logRefusal } from "#server/trpc/log-refusal.ts"
import { limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { recordOwnAction, recordSession } from "./audit-own-actions.ts"
import {
  acceptFactor,
  deleteUnproven,
  hasAnyFactor,
  notifyOfFactors,
  type ProvenContext,
  rejectLackingFactor,
  rejectUnproven,
} from "./factors.ts"
import { type ChallengeUse, consumeChallenge, storeChallenge } from "./passkey-challenges.ts"
import { isActive } from "./queries.ts"
import { beginSession, type SignInResult } from "./sign-in.ts"
import { findTrustedDevice, trustDevice } from "./trusted-device.ts"

/** The site uses no extensions, which may contain bytes and so cannot be JSON. */
type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">
type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">

/** Loads the library at its first use, to save memory. */
const loadWebAuthn = () => import("@simplewebauthn/server")

/** These are EdDSA, ES256 and RS256, whose signatures every Node can verify. */
const ALGORITHMS = [-8, -7, -257]

/** Each opening of the log-in page asks for a challenge, and many clients may share an IP address. */
const signInChallenges: RateLimit = { action: "passkey sign-in", maxEvents: 200, windowSeconds: 900 }

export async function createRegistrationOptions(ctx: ProvenContext): Promise<CreationOptions> {
  const { id, email, username } = ctx.account
  const { generateRegistrationOptions } = await loadWebAuthn()
  const { facts } = await readContent(ctx, "entreprise")
  const options = await generateRegistrationOptions({
    rpName: facts.name,
    rpID: relyingParty(ctx),
    userName: email,
    userDisplayName: username,
    userID: userHandle(id),
    attestationType: "none",
    excludeCredentials: await listCredentials(ctx, id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, ctx)
    await storeChallenge(trx, options.challenge, { purpose: "registration", accountId: id }, ctx.now())
  })
  return options
}

/** Counts as the session's second factor, since whoever adds a passkey has just used it. */
export async function addPasskey(ctx: AccountContext, { name, response }: NewPasskey): Promise<{ name: string }> {
  const accountId = ctx.account.id
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { clientDataJSON } = response.response
  // Challenges from before the first factor end with it, so one that is answered afterwards was given for a proof.
  const isProven = await hasAnyFactor(ctx.db, accountId)
  const expectedChallenge = await consumeChallenge(ctx, clientDataJSON, { purpose: "registration", accountId })
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.origin,
    expectedRPID: relyingParty(ctx),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(rejectPasskey)
  if (!registrationInfo) return rejectPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  const passkey = {
    id,
    accountId,
    name: name ?? describeDevice(ctx.userAgent),
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: JSON.stringify(response.response.transports ?? []),
    createdAt: ctx.now().toISOString(),
  }
  await acceptFactor(ctx, async (trx) => {
    await rejectUnproven(trx, { ...ctx, isProven })
    await requireRoom(trx, accountId)
    const added = await trx
      .insertInto("passkeys")
      .values(passkey)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst()
    if (!added) throw new AppError("conflict", responseTexts.passkeyKnown)
    await deleteUnproven(trx, accountId)
    await record(trx, ctx, "create", passkey.name)
    await notifyOfFactors(trx, ctx, accountId, "add passkey")
    return true
  })
  ctx.outbox?.wake()
  return { name: passkey.name }
}

async function requireRoom(trx: Transaction, accountId: number): Promise<void> {
  const own = trx.selectFrom("passkeys").where("accountId", "=", accountId)
  if ((await countFound(trx, own)) >= PASSKEYS_MAX) throw new AppError("conflict", responseTexts.tooManyPasskeys)
}

export async function renamePasskey(ctx: AccountContext, { id, name }: PasskeyRenaming): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const before = await getOwnName(trx, ctx, id)
    await trx.updateTable("passkeys").set({ name }).where("id", "=", id).execute()
    await record(trx, ctx, "rename", name, { before: { name: before }, after: { name } })
  })
}

export async function removePasskey(ctx: ProvenContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, ctx)
    const name = await getOwnName(trx, ctx, id)
    await trx.deleteFrom("passkeys").where("id", "=", id).execute()
    await rejectLackingFactor(trx, ctx.account.id)
    await record(trx, ctx, "delete", name)
    await notifyOfFactors(trx, ctx, ctx.account.id, "remove passkey")
  })
  ctx.outbox?.wake()
}

async function getOwnName(trx: Transaction, { account }: AccountContext, id: string): Promise<string> {
  const own = await trx
    .selectFrom("passkeys")
    .select("name")
    .where("id", "=", id)
    .where("accountId", "=", account.id)
    .executeTakeFirst()
  if (!own) throw new AppError("not_found", responseTexts.passkeyNotFound)
  return own.name
}

function record(trx: Transaction, ctx: AccountContext, action: AuditAction, subjectName: string, details: object = {}) {
  return recordOwnAction(trx, ctx, { action, subject: "passkey", subjectName, details })
}

/** Returns options for a second factor or a reauthentication. */
export async function createVerificationOptions(ctx: AccountContext): Promise<RequestOptions> {
  const accountId = ctx.account.id
  const allowCredentials = await listCredentials(ctx, accountId)
  return createRequestOptions(ctx, { allowCredentials }, { purpose: "verification", accountId })
}

export async function verifyPasskey(ctx: AccountContext, response: AuthenticationResponse): Promise<void> {
  const countUse = await acceptProvingPasskey(ctx, response)
  await acceptFactor(ctx, async (trx) => {
    await countUse(trx)
    return true
  })
}

/** Returns what counts the use of the passkey that stands for all factors when one of them is changed. */
export async function acceptProvingPasskey(ctx: AccountContext, response: AuthenticationResponse) {
  const passkey = await verifyResponse(ctx, response, { purpose: "verification", accountId: ctx.account.id })
  return (trx: Transaction) => updateCounter(trx, passkey, ctx.now())
}

/** Anybody may ask for these options, since the account is known only once the passkey is used. */
export async function createSignInOptions(ctx: Context): Promise<RequestOptions> {
  await inTransaction(ctx.db, (trx) => limitClient(trx, ctx, signInChallenges))
  return createRequestOptions(ctx, {}, { purpose: "sign-in", accountId: null })
}

export async function signInWithPasskey(ctx: Context, response: AuthenticationResponse): Promise<SignInResult> {
  const passkey = await verifyResponse(ctx, response, { purpose: "sign-in", accountId: null })
  const { account, passwordChangedAt } = passkey
  const at = ctx.now()
  const owner = { id: account.id, passwordChangedAt }
  const device = await findTrustedDevice(ctx, owner)
  async function authenticate(trx: Transaction) {
    if (!(await isActive(trx, account))) rejectSignIn()
    await updateCounter(trx, passkey, at)
    await recordSession(trx, { ...ctx, account }, "sign in")
    if (!device) await notifyOwner(trx, ctx, { accountId: account.id, kind: "new-device" })
    return account
  }
  const result = await beginSession(ctx, authenticate, { secondFactorAt: at.toISOString() })
  if (!device) await trustDevice(ctx, owner)
  return result
}

interface VerifiedPasskey {
  id: string
  account: Account
  passwordChangedAt: string
  counter: number
}

/** Returns the passkey that signed the challenge, if it belongs to `use.accountId` or to the account that it names. */
async function verifyResponse(
  ctx: Context,
  response: AuthenticationResponse,
  use: ChallengeUse,
): Promise<VerifiedPasskey> {
  const { clientDataJSON, userHandle: handle } = response.response
  const expectedChallenge = await consumeChallenge(ctx, clientDataJSON, use)
  const found = await findPasskey(ctx, response.id)
  function reject(cause?: unknown): never {
    logRefusal(ctx, "passkey failed", { accountId: use.accountId ?? found?.account.id })
    return use.purpose === "sign-in" ? rejectSignIn(cause) : rejectPasskey(cause)
  }
  const account = found?.account
  if (!account || (use.accountId !== null && account.id !== use.accountId)) return reject()
  // An authenticator may leave out the handle where the site has told it which passkeys it accepts.
  const isOptional = use.accountId !== null
  const isOfAccount = handle === Buffer.from(userHandle(account.id)).toString("base64url")
  if (!isOfAccount && !(handle === undefined && isOptional)) return reject()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.origin,
    expectedRPID: relyingParty(ctx),
    credential: found.credential,
  }).catch(reject)
  if (!verified) return reject()
  return {
    id: response.id,
    account,
    passwordChangedAt: found.passwordChangedAt,
    counter: authenticationInfo.newCounter,
  }
}

/** Rejects a counter that did not increase. Authenticators that do not count always send 0. */
async function updateCounter(trx: Transaction, { id, counter }: VerifiedPasskey, now: Date): Promise<void> {
  const updated = await trx
    .updateTable("passkeys")
    .set({ counter, lastUsedAt: now.toISOString() })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .returning("id")
    .executeTakeFirst()
  if (!updated) rejectPasskey()
}

async function findPasskey({ db }: Context, id: string) {
  const row = await db
    .selectFrom("passkeys")
    .innerJoin("accounts", "accounts.id", "passkeys.accountId")
    .select(["publicKey", "counter", "accounts.id", "username", "email", "role"])
    .select("passwordChangedAt")
    .where("passkeys.id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!row) return undefined
  const { publicKey, counter, passwordChangedAt, ...account } = row
  return {
    account,
    passwordChangedAt,
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
  }
}

async function listCredentials({ db }: Context, accountId: number) {
  const rows = await db.selectFrom("passkeys").select(["id", "transports"]).where("accountId", "=", accountId).execute()
  return rows.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }))
}

type AllowedCredentials = Awaited<ReturnType<typeof listCredentials>>

async function createRequestOptions(
  ctx: Context,
  allowed: { allowCredentials?: AllowedCredentials },
  use: ChallengeUse,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const rpID = relyingParty(ctx)
  const options = await generateAuthenticationOptions({ rpID, ...allowed, userVerification: "required" })
  await inTransaction(ctx.db, (trx) => storeChallenge(trx, options.challenge, use, ctx.now()))
  return options
}

/** The domain that browsers bind passkeys to (WebAuthn §5.1.2). */
function relyingParty({ origin }: Context): string {
  return new URL(origin).hostname
}

/** Tells authenticators which account a passkey is for, without personal data (WebAuthn §14.6.1). */
function userHandle(accountId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`lisanga-${accountId}`)
}

/** Adapts zod's types to the library's, which tell missing values from undefined ones. */
function withoutUndefined<Fields extends object>(fields: Fields) {
  return fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }
}

function rejectPasskey(cause?: unknown): never {
  throw new AppError("invalid", responseTexts.passkeyRejected, { cause })
}

function rejectSignIn(cause?: unknown): never {
  throw new AppError("unauthorized", responseTexts.passkeyUnknown, { cause })
}
