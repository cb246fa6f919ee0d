import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { AppError, rootCause } from "#server/errors.ts"
import { MissingImages } from "#server/images/store/check-images.ts"
import { type Settings, SettingsError } from "#server/settings.ts"

/** Prints what the operator needs to know; a generated password is shown here alone. */
export function printStart(server: Server, settings: Settings, password: string | undefined) {
  const { publicUrl, trustProxy, adminEmail } = settings
  const { address, family, port } = server.address() as AddressInfo
  const isLocal = settings.host === "localhost" || address === "0.0.0.0" || address === "::"
  const host = isLocal ? "localhost" : family === "IPv6" ? `[${address}]` : address
  process.stdout.write(`Groupe Lisanga : http://${host}:${port}\n`)
  if (password) {
    process.stdout.write(`Administrateur : ${adminEmail}\nMot de passe, affiché une seule fois : ${password}\n`)
  }
  if (!publicUrl)
    process.stdout.write(
      "PUBLIC_URL n’est pas défini : les liens des pages suivent l’adresse demandée, et les e-mails n’ont pas de lien.\n",
    )
  if (!publicUrl && trustProxy > 0) {
    process.stdout.write(
      "Attention : derrière un mandataire en https, PUBLIC_URL=https://… est nécessaire pour que les cookies ne voyagent que chiffrés (Secure) et pour HSTS.\n",
    )
  }
}

/** Returns one line that names the setting to correct; unexpected errors keep their stack. */
function explain(error: unknown): string {
  const isSaid = [SettingsError, UnusableDatabase, MissingImages].some((kind) => error instanceof kind)
  if (isSaid) return (error as Error).message
  if (error instanceof AppError && error.cause) {
    return `IMAGE_STORE_URL : le stockage des images ne peut pas être utilisé (${rootCause(error).message})`
  }
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return `PORT : ${process.env.PORT ?? 3000} est déjà pris par un autre programme`
    // Files that cannot be read have the same codes.
    const isListening = "syscall" in error && error.syscall === "listen"
    if (error.code === "EACCES" && isListening)
      return `PORT : ${process.env.PORT} est réservé, choisissez un port au-dessus de 1023`
    if (error.code === "ENOTFOUND" || isListening)
      return `HOST : ${process.env.HOST} n’est pas une adresse de cette machine`
  }
  if (!(error instanceof Error)) return String(error)
  const isOutside = ["locked", "unavailable", "full"].includes(databaseFailure(error) ?? "")
  return isOutside
    ? `La base de données a échoué (${error.message.replace(/\s+/g, " ")})`
    : (error.stack ?? error.message)
}

export function printFailure(error: unknown) {
  process.stderr.write(`${explain(error)}\n`)
}
