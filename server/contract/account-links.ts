const ACCOUNT_LINK_KINDS = ["invitation", "reset", "email", "factor"] as const

export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** Mails that tell the owner of an account what somebody else may have done to it. */
const OWNER_NOTICES = ["new-device", "password-changed", "factors-changed", "token-created"] as const

export type OwnerNotice = (typeof OWNER_NOTICES)[number]

/** Mails to account holders: their one-time links, and notices, one of them to the address that was replaced. */
export const ACCOUNT_MAIL_KINDS = [...ACCOUNT_LINK_KINDS, "email-changed", ...OWNER_NOTICES] as const

/** Mails that tell colleagues of their work, as far as they want that, and the operator of what fails. */
export const OFFICE_MAIL_KINDS = ["assignment", "digest", "operator"] as const

export type OfficeMailKind = (typeof OFFICE_MAIL_KINDS)[number]

export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]
