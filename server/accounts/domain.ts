import type { ServerDomain } from "#server/domain.ts"
import { deleteExpiredAccountLinks } from "./account-links.ts"
import { deleteSentAccountMails } from "./account-mails.ts"
import { factorsRouter } from "./factors-router.ts"
import { countWaitingPasswords } from "./passwords.ts"
import { accountsRest } from "./rest.ts"
import { accountsRouter } from "./router.ts"
import { countSessions, deleteExpiredSessions } from "./sessions.ts"
import { eraseDeletedAccounts } from "./users.ts"
import { usersRouter } from "./users-router.ts"

export const accounts = {
  routers: { accounts: accountsRouter, factors: factorsRouter, users: usersRouter },
  rest: accountsRest,
  tasks: {
    hourly: [
      { name: "delete expired sessions", run: ({ db, now }) => deleteExpiredSessions(db, now()) },
      { name: "delete expired account links", run: ({ db, now }) => deleteExpiredAccountLinks(db, now()) },
      { name: "erase deleted accounts", run: eraseDeletedAccounts },
      { name: "delete sent account mails", run: ({ db, now }) => deleteSentAccountMails(db, now()) },
    ],
  },
  gauges: {
    lisanga_sessions: {
      help: "Sessions that have not expired.",
      read: ({ db, now }) => countSessions(db, now()),
    },
    lisanga_passwords_waiting: {
      help: "Passwords that wait to be hashed on this instance.",
      read: async () => countWaitingPasswords(),
    },
  },
} satisfies ServerDomain
