/** Returns why passkeys cannot be used here, if so: browsers bind them to a domain that is served over https. */
export function passkeyUnsupportedReason(): "insecure" | "address" | "browser" | undefined {
  if (!isSecureContext) return "insecure"
  if (/^[\d.]+$|:/.test(location.hostname)) return "address"
  return "PublicKeyCredential" in window ? undefined : "browser"
}
