/** What a one-time link is for. */
const ACCOUNT_LINK_KINDS = ["invitation", "reset", "email"] as const

export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** Mails to the holders of accounts: their links, and word of an e-mail address that was changed. */
export const ACCOUNT_MAIL_KINDS = [...ACCOUNT_LINK_KINDS, "email-changed"] as const

export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]
