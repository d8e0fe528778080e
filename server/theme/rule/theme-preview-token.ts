import { createHmac } from 'node:crypto'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'

/** `editor` previews are in an iframe of the back office, `share` previews by no page. */
export const previewUses = ['editor', 'share'] as const
export type PreviewUse = (typeof previewUses)[number]
/** The content of a preview: the draft of a theme or one of its versions, or a post of the blog. */
export type PreviewClaims = {
  storeId: string
  themeId: string
  /** Null for the draft or, in the preview of a post, for the published content. */
  versionId: string | null
  /** The post that the preview shows although shoppers can't see it. */
  postId?: string
  use: PreviewUse
  expiresAt: Date
}

const offsets = { theme: 16, version: 32, use: 48, expiry: 49, post: 55 } as const
const lengths = { id: 16, mac: 16 } as const
const noId = '00000000-0000-0000-0000-000000000000'
/** The token of a preview, at the start of its path. That with a post is longer. */
export const previewTokenPattern = /^(?:[\w-]{95}|[\w-]{116})$/

const encodeId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const decodeId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const computeMac = ({ themePreview }: SecretKeys, header: Uint8Array) =>
  createHmac('sha256', themePreview).update(header).digest().subarray(0, lengths.mac)

/** Returns a token that needs no database row: the claims and a MAC over them. */
export function createPreviewToken(keys: SecretKeys, claims: PreviewClaims): string {
  const header = Buffer.alloc(offsets.post)
  encodeId(claims.storeId).copy(header)
  encodeId(claims.themeId).copy(header, offsets.theme)
  encodeId(claims.versionId ?? noId).copy(header, offsets.version)
  header.writeUInt8(previewUses.indexOf(claims.use), offsets.use)
  header.writeUIntBE(Math.floor(claims.expiresAt.getTime() / 1000), offsets.expiry, 6)
  const content = claims.postId ? Buffer.concat([header, encodeId(claims.postId)]) : header
  return Buffer.concat([content, computeMac(keys, content)]).toString('base64url')
}

/** Returns the claims of a token, or undefined for one that was not created here. */
export function readPreviewToken(keys: SecretKeys, token: string): PreviewClaims | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Other spellings of the same bytes are rejected too, so that each preview has one URL.
  const macStart = bytes.length - lengths.mac
  const hasPost = macStart === offsets.post + lengths.id
  if (!(hasPost || macStart === offsets.post) || bytes.toString('base64url') !== token)
    return undefined
  const header = bytes.subarray(0, macStart)
  if (!isSameToken(computeMac(keys, header), bytes.subarray(macStart))) return undefined
  const use = previewUses[header.readUInt8(offsets.use)]
  if (!use) return undefined
  const versionId = decodeId(header.subarray(offsets.version, offsets.use))
  return {
    storeId: decodeId(header.subarray(0, offsets.theme)),
    themeId: decodeId(header.subarray(offsets.theme, offsets.version)),
    versionId: versionId === noId ? null : versionId,
    ...(hasPost && { postId: decodeId(header.subarray(offsets.post)) }),
    use,
    expiresAt: new Date(header.readUIntBE(offsets.expiry, 6) * 1000),
  }
}
