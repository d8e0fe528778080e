const validDays = 180

/** Returns a `security.txt` (RFC 9116), which says where to report vulnerabilities. */
export function buildSecurityText(contact: string, siteUrl: string): string {
  const expires = new Date(Date.now() + validDays * 86_400_000).toISOString()
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
