import type { UpcomingPage } from '#contract/store/upcoming-page.ts'
import type { Tx } from '../../lib/db/db.ts'

type AwaitedPagesRow = { awaitedPages: UpcomingPage[] }

export async function listAwaitedPages(tx: Tx, personId: string): Promise<UpcomingPage[]> {
  const [row] = await tx<AwaitedPagesRow[]>`
    select awaited_pages from person where id = ${personId}`
  return row?.awaitedPages ?? []
}

export async function updateAwaitedPages(
  tx: Tx,
  personId: string,
  { page, isAwaited }: { page: UpcomingPage; isAwaited: boolean },
): Promise<UpcomingPage[]> {
  const [row] = await tx<AwaitedPagesRow[]>`
    update person set awaited_pages = array_remove(awaited_pages, ${page})
      || case when ${isAwaited}::boolean then array[${page}::text] else '{}' end
    where id = ${personId} returning awaited_pages`
  return row?.awaitedPages ?? []
}

/** Removes the page from up to `batchSize` people who wait for it, and returns them. */
export const removeWaitingPeople = (tx: Tx, page: UpcomingPage, batchSize: number) => tx<
  { id: string }[]
>`
  update person set awaited_pages = array_remove(awaited_pages, ${page})
  where id in (
    select id from person
    where awaited_pages <> '{}' and ${page} = any (awaited_pages)
    limit ${batchSize} for update skip locked)
  returning id`
