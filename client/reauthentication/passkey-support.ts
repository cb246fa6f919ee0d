/** Why there are no passkeys here, if so: browsers bind them to the domain of an encrypted page. */
export function passkeyUnsupportedReason(): "insecure" | "address" | "browser" | undefined {
  if (!isSecureContext) return "insecure"
  if (/^[\d.]+$|:/.test(location.hostname)) return "address"
  return "PublicKeyCredential" in window ? undefined : "browser"
}
