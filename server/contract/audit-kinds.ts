/** The actions of the audit log, grouped as in its filter. */
export const actionsOfKinds = {
  creation: ["create", "import", "upload", "keep", "register", "link", "accept invitation"],
  change: ["update", "autosave", "save", "describe", "replace", "replace picture", "pin", "unpin", "undo", "note"],
  deletion: ["trash", "delete", "drop", "discard", "drop lost image", "erase person", "empty trash", "delete old"],
  restoration: ["restore", "revert"],
  publication: ["publish", "withdraw", "schedule", "unschedule"],
  request: ["state", "assignee", "answer", "email", "whatsapp", "call", "followUp", "outcome", "resend mail"],
  signIn: ["sign in", "sign out", "end session", "end sessions"],
  export: ["export"],
  access: [
    "change role",
    "disable",
    "enable",
    "erase",
    "revoke",
    "renew",
    "rename",
    "reset password",
    "create reset link",
    "request e-mail change",
    "change e-mail",
    "require factors",
    "reset factors",
    "create factor link",
    "turn on codes",
    "turn off codes",
    "use recovery code",
    "renew recovery codes",
    "change password",
    // Earlier versions recorded a change of role under these names, which the log keeps for 24 months.
    "role user",
    "role reader",
    "role agent",
    "role editor",
    "role admin",
    "unlink",
  ],
  expiry: ["expire"],
} as const satisfies Record<string, readonly string[]>

export type AuditKind = keyof typeof actionsOfKinds

export const AUDIT_KINDS = Object.keys(actionsOfKinds) as AuditKind[]

export type AuditAction = (typeof actionsOfKinds)[AuditKind][number]
