import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { livePages, type UpcomingPage, upcomingPageApi } from '#contract/store/upcoming-page.ts'
import { openMailSink } from '../../lib/mail/mail-sink.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { upcomingPageJobs } from './upcoming-page-jobs.ts'

let t: TestApp
let sink: Awaited<ReturnType<typeof openMailSink>>
beforeAll(async () => {
  sink = await openMailSink()
  t = await startTestApp({ SMTP_URL: sink.url })
})
beforeEach(() => t.sql`update person set awaited_pages = '{}'`)
afterAll(async () => {
  await t.close()
  await sink.close()
})

type TesterName = 'owner' | 'stranger'
const awaitPage = async (as: TesterName, page: UpcomingPage, isAwaited = true) =>
  (await t.call(as, upcomingPageApi.update, { body: { page, isAwaited } })).body.data
const listAwaited = async (as: TesterName) => (await t.call(as, upcomingPageApi.list)).body.data
const getEmail = async (as: TesterName) => (await t.call(as, accountApi.me)).body.data.email
const listMails = () =>
  sink.mails.filter(mail => mail.includes('Subject: Blogs: now in your store'))
async function runAnnouncement() {
  await t.sql`select add_job('upcomingPage.announce', '{}')`
  await t.runJobs()
}

test('a request for an email belongs to one person, is stored once and can be removed', async () => {
  expect(await awaitPage('owner', 'seo')).toEqual(['seo'])
  expect(await awaitPage('owner', 'seo')).toEqual(['seo'])
  expect(await awaitPage('owner', 'blogs')).toEqual(['seo', 'blogs'])
  expect([await listAwaited('owner'), await listAwaited('stranger')]).toEqual([
    ['seo', 'blogs'],
    [],
  ])
  expect(await awaitPage('owner', 'seo', false)).toEqual(['blogs'])
})

test('rejects a visitor and an unknown page, and stores nothing', async () => {
  const body = { page: 'blogs', isAwaited: true }
  expect((await t.call(undefined, upcomingPageApi.update, { body })).status).toBe(401)
  const { status } = await t.call('stranger', upcomingPageApi.update, {
    body: { page: 'product', isAwaited: true },
  })
  expect([status, await listAwaited('stranger')]).toEqual([422, []])
})

test('a page that is live sends one email to each person who waits for it', async () => {
  await awaitPage('owner', 'blogs')
  await awaitPage('owner', 'marketing')
  await awaitPage('stranger', 'marketing')
  Object.assign(t.app.jobs, upcomingPageJobs(t.app, { ...livePages, blogs: null, marketing: null }))
  await runAnnouncement()
  expect(listMails()).toEqual([])
  Object.assign(t.app.jobs, upcomingPageJobs(t.app, { ...livePages, marketing: null }))
  await runAnnouncement()
  await runAnnouncement()
  const mails = listMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(`To: ${await getEmail('owner')}`)
  expect(mails[0]).toContain('/apps/blog/list')
  expect([await listAwaited('owner'), await listAwaited('stranger')]).toEqual([
    ['marketing'],
    ['marketing'],
  ])
})
