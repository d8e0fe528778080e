import { livePages, UpcomingPage } from '#contract/store/upcoming-page.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type JobHandlers, runInBatches } from '../../lib/job/jobs.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { removeWaitingPeople } from './upcoming-page-store.ts'

const batchSize = 500

/** Returns the job that emails the people who wait for a page that is live. */
export const upcomingPageJobs = (app: Pick<App, 'db'>, pages = livePages): JobHandlers => ({
  'upcomingPage.announce': runInBatches(
    app,
    ...UpcomingPage.options
      .filter(page => pages[page] !== null)
      .map(page => (tx: Tx) => announcePage(tx, page)),
  ),
})

/** Returns whether there may be more people. */
async function announcePage(tx: Tx, page: UpcomingPage): Promise<boolean> {
  const people = await removeWaitingPeople(tx, page, batchSize)
  await Promise.all(
    people.map(({ id }) => enqueueAccountMail(tx, { kind: 'page_ready', personId: id, page })),
  )
  return people.length === batchSize
}
