import { createHmac } from 'node:crypto'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'

/** `editor` previews are in an iframe of the back office, `share` previews by no page. */
export const previewUses = ['editor', 'share'] as const
export type PreviewUse = (typeof previewUses)[number]
/** The content of a preview: the draft of a theme, or one of its versions. */
export type PreviewClaims = {
  storeId: string
  themeId: string
  versionId: string | null
  use: PreviewUse
  expiresAt: Date
}

const offsets = { theme: 16, version: 32, use: 48, expiry: 49, mac: 55, end: 71 } as const
const noId = '00000000-0000-0000-0000-000000000000'
/** The token of a preview, at the start of its path. */
export const previewTokenPattern = /^[\w-]{95}$/

const encodeId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const decodeId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const computeMac = ({ themePreview }: SecretKeys, header: Uint8Array) =>
  createHmac('sha256', themePreview)
    .update(header)
    .digest()
    .subarray(0, offsets.end - offsets.mac)

/** Returns a token that needs no database row: the claims and a MAC over them. */
export function createPreviewToken(keys: SecretKeys, claims: PreviewClaims): string {
  const header = Buffer.alloc(offsets.mac)
  encodeId(claims.storeId).copy(header)
  encodeId(claims.themeId).copy(header, offsets.theme)
  encodeId(claims.versionId ?? noId).copy(header, offsets.version)
  header.writeUInt8(previewUses.indexOf(claims.use), offsets.use)
  header.writeUIntBE(Math.floor(claims.expiresAt.getTime() / 1000), offsets.expiry, 6)
  return Buffer.concat([header, computeMac(keys, header)]).toString('base64url')
}

/** Returns the claims of a token, or undefined for one that was not created here. */
export function readPreviewToken(keys: SecretKeys, token: string): PreviewClaims | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Other spellings of the same bytes are rejected too, so that each preview has one URL.
  if (bytes.length !== offsets.end || bytes.toString('base64url') !== token) return undefined
  const header = bytes.subarray(0, offsets.mac)
  if (!isSameToken(computeMac(keys, header), bytes.subarray(offsets.mac))) return undefined
  const use = previewUses[header.readUInt8(offsets.use)]
  if (!use) return undefined
  const versionId = decodeId(header.subarray(offsets.version, offsets.use))
  return {
    storeId: decodeId(header.subarray(0, offsets.theme)),
    themeId: decodeId(header.subarray(offsets.theme, offsets.version)),
    versionId: versionId === noId ? null : versionId,
    use,
    expiresAt: new Date(header.readUIntBE(offsets.expiry, 6) * 1000),
  }
}
