import { listRemoteImages, type MessageHtml } from '#contract/desk/message.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { detectImageType } from '../lib/file/image.ts'
import { downloadGuarded } from '../lib/security/guarded-download.ts'
import type { RequestPolicy } from '../lib/security/guarded-request.ts'
import { isVisible, type Viewer } from './rule/visible-conversation.ts'

const messageFrom = (tx: Tx) => tx`
  message m
  join conversation c on c.store_id = m.store_id and c.id = m.conversation_id
  left join message_original o on o.store_id = m.store_id and o.message_id = m.id`

/** @throws Problem 404 message_not_found, also for an email without HTML */
export async function getMessageHtml(tx: Tx, id: string, viewer: Viewer): Promise<MessageHtml> {
  const [row] = await tx<MessageHtml[]>`
    select m.html, coalesce(o.remote_image_count, 0) as remote_image_count from ${messageFrom(tx)}
    where m.id = ${id} and m.html is not null and ${isVisible(tx, viewer)}`
  return assertFound(row, 'message_not_found')
}

type StoredFile = { name: string; fileKey: string }

/** Returns a file of a message. @throws Problem 404 message_file_not_found */
export async function findMessageFile(tx: Tx, id: string, viewer: Viewer): Promise<StoredFile> {
  const [row] = await tx<StoredFile[]>`
    select f.name, f.file_key
    from ${messageFrom(tx)} join message_file f on f.store_id = m.store_id and f.message_id = m.id
    where f.id = ${id} and ${isVisible(tx, viewer)}
      and (m.status <> 'draft' or m.author_id = ${viewer.personId})`
  return assertFound(row, 'message_file_not_found')
}

/** Returns the email of a message as it was received. @throws Problem 404 message_file_not_found */
export async function findOriginalFile(tx: Tx, id: string, viewer: Viewer): Promise<StoredFile> {
  const [row] = await tx<StoredFile[]>`
    select 'message.eml' as name, o.file_key from ${messageFrom(tx)}
    where m.id = ${id} and o.file_key is not null and ${isVisible(tx, viewer)}`
  return assertFound(row, 'message_file_not_found')
}

/** Returns the address of an image by its position. @throws Problem 404 image_not_found */
export const findRemoteImage = (html: string, position: number): string =>
  assertFound(listRemoteImages(html)[position], 'image_not_found')

const imageTimeoutMs = 10_000
/** Images of emails are small, and a message can show many. */
const maxRemoteImageBytes = 2 * 1024 * 1024
const imageHeaders = {
  accept: 'image/webp,image/png,image/jpeg,image/gif',
  'accept-encoding': 'identity',
  // Says nothing about the reader.
  'user-agent': 'Storewright',
}

/** Fetches an image of another server. @throws Problem 404 image_not_found */
export async function fetchRemoteImage(address: string, policy: RequestPolicy): Promise<Buffer> {
  const image = await downloadGuarded(address, {
    headers: imageHeaders,
    maxBytes: maxRemoteImageBytes,
    policy,
    signal: AbortSignal.timeout(imageTimeoutMs),
  }).catch(() => undefined)
  if (!image || !detectImageType(image.subarray(0, 64))) throw new Problem(404, 'image_not_found')
  return image
}
