import { expect, test } from "vitest"
import { AUDIT_KINDS, actionsOfKinds } from "#server/contract/audit-kinds.ts"
import { type AuditSubject, declaredSubjects } from "#server/contract/domains/domains.ts"
import { describeAction } from "./describe-action.ts"

test.each([
  ["accept invitation", "account", "a accepté l’invitation et créé le compte"],
  ["create reset link", "account", "a créé un lien pour changer le mot de passe du compte"],
  ["end session", "account", "a terminé une session du compte"],
  ["end session", "session", "a terminé une session de"],
  ["delete", "project", "a effacé définitivement le projet"],
  ["answer", "message", "a répondu par e-mail à la demande"],
  ["something else", "view", "a fait «\u00a0something else\u00a0» sur la vue"],
] as const)("%s of a %s is told as a sentence before its name", (action, subject, text) => {
  expect(describeAction({ action, subject, subjectName: "Béa" })).toEqual({ text, isNamed: true })
})

test("no action is told by the name that the database has for it", () => {
  const subjects = Object.keys(declaredSubjects) as AuditSubject[]
  const actions = AUDIT_KINDS.flatMap((kind) => actionsOfKinds[kind])
  const told = subjects.flatMap((subject) =>
    actions.map((action) => describeAction({ action, subject, subjectName: null }).text),
  )
  expect(told.filter((text) => text.includes("«"))).toEqual([])
})

test("the settings are told by what their button says, and pages by theirs", () => {
  const told = (subjectName: string) => describeAction({ action: "publish", subject: "content", subjectName })
  expect(told("Paramètres")).toEqual({ text: "a enregistré les paramètres", isNamed: false })
  expect(told("Accueil")).toEqual({ text: "a publié la page", isNamed: true })
})

test("an export of many names no subject", () => {
  expect(describeAction({ action: "export", subject: "message", subjectName: null })).toEqual({
    text: "a exporté les demandes",
    isNamed: false,
  })
})
