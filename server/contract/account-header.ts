/** The header by which a screen names the account that it was opened with, so that no other one acts through it. */
export const ACCOUNT_HEADER = "X-Account"
