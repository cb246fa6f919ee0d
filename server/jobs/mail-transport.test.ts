// @module-tag engines
import { expect, test } from "vitest"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { openMailTransport } from "./mail-transport.ts"

const mail = { from: "a@exemple.cd", to: "b@exemple.cd", subject: "Essai", text: "Bonjour" }

test.each(["", "?ignoreTLS=true", "?requireTLS=false"])(
  "a server%s that offers no TLS gets no mail where TLS is required",
  async (options) => {
    await using server = await startMailServer()
    const { sendMail } = openMailTransport({ smtpUrl: server.url + options, requiresTls: true })
    await expect(sendMail(mail)).rejects.toThrow()
    expect(server.mails).toEqual([])
    await openMailTransport({ smtpUrl: server.url, requiresTls: false }).sendMail(mail)
    expect(server.mails).toHaveLength(1)
  },
)
