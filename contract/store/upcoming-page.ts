import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'

/** A page of the menu that a later version brings. Its name is the last part of its path. */
export const UpcomingPage = z.enum(['seo', 'blogs', 'marketing'])
export type UpcomingPage = z.infer<typeof UpcomingPage>

/** The page of this version about the same subject, or null before there is one. */
export const livePages: Record<UpcomingPage, string | null> = {
  seo: '/apps/search',
  blogs: '/apps/blog/list',
  marketing: '/apps/campaign/list',
}

/** Each call returns all pages that the user waits for. */
const AwaitedPages = z.array(UpcomingPage)

export const upcomingPageApi = defineApi('upcomingPage', {
  list: {
    method: 'GET',
    path: '/upcomingPage/getAll',
    can: 'logged-in',
    summary: 'List the upcoming pages that the user waits for',
    reply: AwaitedPages,
  },
  update: {
    method: 'PATCH',
    path: '/upcomingPage/update',
    can: 'logged-in',
    summary: 'Choose whether to get an email when an upcoming page is ready',
    body: z.object({ page: UpcomingPage, isAwaited: z.boolean() }),
    reply: AwaitedPages,
  },
})
