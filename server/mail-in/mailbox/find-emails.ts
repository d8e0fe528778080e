import type { FetchMessageObject } from 'imapflow'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import type { LockedMailbox, MailboxPosition } from './mailbox-store.ts'
import type { OpenMailbox } from './open-mailbox.ts'

export type FoundEmail = { uid: number; size: number; sender: string }

/** The server did not send an email, but the connection continues. */
export class UnreadableEmailError extends Error {}

/** A server also reports changes of other emails. One that sends more than that is not read on. */
const maxUnaskedRows = 1000
/** Servers limit the length of a command. */
const maxUidsOfCommand = 200
const maxSenderLength = 320

/**
 * Returns the first UID to fetch. After the server has given new UIDs to all emails, that is the first one that
 * arrived since the time from which emails are recognized.
 */
export async function findFirstUid(
  { uidValidity, nextUid, fetchSince }: MailboxPosition & Pick<LockedMailbox, 'fetchSince'>,
  connection: OpenMailbox,
): Promise<number> {
  if (connection.uidValidity === uidValidity) return nextUid
  // The clock of the server can differ, and it compares days in its own time zone.
  const startsAt = Date.parse(fetchSince) - 60_000
  const uids = await searchUids(connection, { since: new Date(startsAt - 86_400_000) })
  let firstUid = connection.nextUid
  await readRows(connection, uids, { uid: true, internalDate: true }, ({ uid, internalDate }) => {
    if (internalDate && new Date(internalDate).getTime() >= startsAt)
      firstUid = Math.min(firstUid, uid)
  })
  return firstUid
}

/** @throws if the server refuses the search, so that no email is skipped */
export async function searchUids(
  { client }: OpenMailbox,
  query: { uid: string } | { since: Date },
): Promise<number[]> {
  const uids = await client.search(query, { uid: true })
  if (!uids) throw new Error('The server refused the search.')
  return uids
}

/** Returns the emails with these UIDs. Some can be deleted meanwhile. */
export async function findEmails(
  connection: OpenMailbox,
  uids: readonly number[],
): Promise<Map<number, FoundEmail>> {
  const emails = new Map<number, FoundEmail>()
  await readRows(connection, uids, { uid: true, size: true, envelope: true }, row => {
    // A row about a change of the flags has no envelope.
    if (row.envelope)
      emails.set(row.uid, { uid: row.uid, size: row.size ?? 0, sender: getSender(row) })
  })
  return emails
}

/** Returns the email, or undefined if it was deleted. @throws UnreadableEmailError */
export const findEmail = (connection: OpenMailbox, uid: number): Promise<FoundEmail | undefined> =>
  readEmail(connection, async () => (await findEmails(connection, [uid])).get(uid))

/** Runs work that reads one email. @throws UnreadableEmailError */
export async function readEmail<T>({ client }: OpenMailbox, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw client.usable ? new UnreadableEmailError('An email could not be read.', { cause }) : cause
  }
}

type RowQuery = { uid: true; size?: true; envelope?: true; internalDate?: true }

async function readRows(
  connection: OpenMailbox,
  uids: readonly number[],
  query: RowQuery,
  read: (row: FetchMessageObject) => void,
): Promise<void> {
  for (let start = 0; start < uids.length; start += maxUidsOfCommand)
    for await (const row of requestRows(
      connection,
      uids.slice(start, start + maxUidsOfCommand),
      query,
    ))
      read(row)
}

/** Returns one row after the other, because a server can send any number of them. */
async function* requestRows({ client }: OpenMailbox, uids: number[], query: RowQuery) {
  const requested = new Set(uids)
  let count = 0
  for await (const row of client.fetch(uids, query, { uid: true })) {
    count += 1
    if (count > uids.length + maxUnaskedRows) {
      client.close()
      throw new Error('The server sends more emails than were requested.')
    }
    if (requested.has(row.uid)) yield row
  }
}

function getSender({ envelope }: FetchMessageObject): string {
  const address = envelope?.from?.[0]?.address ?? ''
  // A copy, because a part of a string keeps the whole reply of the server in memory.
  return address.length > maxSenderLength ? '' : normalizeEmail(Buffer.from(address).toString())
}
