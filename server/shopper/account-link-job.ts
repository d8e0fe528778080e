import type { Tx } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'

type AccountLink = {
  storeId: string
  email: string
  language: string
  /** The list of a shopper without an account, which the link keeps. */
  wishListId?: string
}

/** Enqueues the email with a link that signs a shopper in. The last of several requests counts. */
export const enqueueAccountLink = (tx: Tx, link: AccountLink) =>
  enqueueJob(
    tx,
    'shopperLink.mail',
    link,
    `shopperLink.mail ${link.storeId} ${link.email}${link.wishListId ? ' wish list' : ''}`,
  )
