import * as z from "zod/mini"
import { Account, Credentials, Registration } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCaller } from "#server/http/app-env.ts"
import { described, NUMBER_TEXT, said } from "#server/http/described.ts"
import { readJson } from "#server/http/json-body.ts"
import { publicCall, restCalls } from "#server/http/rest-call.ts"
import { Done, done, json, jsonBody, named, Success } from "#server/http/rest-parts.ts"
import { fromWire, toWire, withWireErrors } from "#server/http/wire-names.ts"
import { accountsRouter } from "./router.ts"

/** The REST names of a registration. */
const registrationNames = { confirmPassword: "confirm_password" } as const

const accountTexts = { username: "Le nom d’utilisateur", email: "L’e-mail" }

const credentialTexts = { email: accountTexts.email, password: "Le mot de passe" }

const SignedIn = named(
  "SignedIn",
  z.extend(Done, {
    token: said("Une marque pour le navigateur, qui n’ouvre rien", z.string()),
    user: said("Le compte", described(Account, { id: NUMBER_TEXT, ...accountTexts, role: "Le rôle" })),
  }),
)

const RegistrationOnWire = named(
  "Registration",
  described(z.object(toWire(registrationNames, Registration.shape)), {
    ...accountTexts,
    ...credentialTexts,
    confirm_password: "Le mot de passe de nouveau",
  }),
)

const example = { username: "amina", email: "amina@exemple.cd" }

const password = "neuf planches d’iroko"

export const accountsRest = restCalls("session", [
  publicCall("POST /api/login", {
    title: "Ouvrir une session",
    text: "Pour les navigateurs\u00a0: la session est dans un cookie, et token n’ouvre rien. Un programme se sert d’un jeton d’API.",
    limit: "10 échecs en 15 minutes, par adresse et par e-mail",
    body: jsonBody(named("Credentials", described(Credentials, credentialTexts)), { email: example.email, password }),
    responses: {
      200: json(SignedIn, "La session est ouverte, sauf avec un jeton d’API, qui ne laisse passer aucun cookie", {
        success: true,
        message: responseTexts.signedIn,
        token: "5c2f6a3e-8f0b-4d55-9a59-2c8f6f1b7f10",
        user: { id: 1, ...example, role: "admin" },
      }),
    },
    async answer(c) {
      const { account, token } = await createCaller(c, accountsRouter).signIn(await readJson(c))
      return c.json({ success: true, message: responseTexts.signedIn, token, user: account })
    },
  }),
  publicCall("POST /api/register", {
    title: "S’inscrire",
    limit: "10 inscriptions par heure",
    body: jsonBody(RegistrationOnWire, { ...example, password, confirm_password: password }),
    responses: { 201: done("Le compte est créé", responseTexts.registered) },
    errors: [409],
    async answer(c) {
      const registration = fromWire(registrationNames, await readJson(c))
      await withWireErrors(registrationNames, () => createCaller(c, accountsRouter).register(registration))
      return c.json({ success: true, message: responseTexts.registered }, 201)
    },
  }),
  publicCall("POST /api/logout", {
    title: "Fermer la session",
    responses: { 200: json(Success, "La session est fermée", { success: true }) },
    async answer(c) {
      await createCaller(c, accountsRouter).signOut()
      return c.json({ success: true })
    },
  }),
])
