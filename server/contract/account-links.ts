const ACCOUNT_LINK_KINDS = ["invitation", "reset", "email", "factor"] as const

export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** Mails to account holders: their one-time links, and a notice that the e-mail address was changed. */
export const ACCOUNT_MAIL_KINDS = [...ACCOUNT_LINK_KINDS, "email-changed"] as const

export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]
