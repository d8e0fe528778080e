import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { accountSessionApi } from '#contract/account/account-session.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { storeApi } from '#contract/store/store.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { openMailSink } from '../../lib/mail/mail-sink.ts'
import { clock } from '../../lib/security/rate-limit.ts'
import { flushBackground } from '../../lib/security/security-event.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'
import { enqueueAccountMail, enqueueAccountNotification } from './account-mail.ts'

let t: TestApp
let sink: Awaited<ReturnType<typeof openMailSink>>
beforeAll(async () => {
  sink = await openMailSink()
  t = await startTestApp({ SMTP_URL: sink.url, LIMIT_FACTOR: '1', LIMIT_LOGIN: '1/1h' })
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
})
afterAll(async () => {
  await t.close()
  await sink.close()
})
beforeEach(() => {
  sink.state.isDown = false
})

const password = 'kiln-and-glaze'
let count = 0
type MailTestPerson = { email: string; tester: Tester }
async function signUp(): Promise<MailTestPerson> {
  count += 1
  const email = `mia${count}@example.org`
  const {
    body: { data },
  } = await t.call(undefined, accountApi.signup, {
    body: { fullName: 'Mia', email, password, businessName: 'Pots' },
  })
  await t.runJobs()
  return {
    email,
    tester: { personId: data._id, storeId: data.business, token: data.accessToken },
  }
}
/** Runs the waiting jobs as if the time of their next attempt had come. */
async function runRetries(times = 1) {
  for (let n = 0; n < times; n++) {
    await t.sql`update graphile_worker._private_jobs set run_at = now()`
    await t.runJobs()
  }
}
const listMailsTo = (email: string, subject: string) =>
  sink.mails.filter(mail => mail.includes(`To: ${email}`) && mail.includes(`Subject: ${subject}`))
const getLinkToken = (mail: string | undefined) => /#token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
const countLinks = ({ tester }: MailTestPerson, purpose: string) =>
  t.sql`select 1 from mail_link where person_id = ${tester.personId} and purpose = ${purpose}`.then(
    rows => rows.length,
  )
const countEvents = ({ tester }: MailTestPerson, action: string) =>
  t.sql`select 1 from audit where store_id = ${tester.storeId} and action = ${action}`.then(
    rows => rows.length,
  )

describe('while the mail server is unavailable', () => {
  test('an email waits, and many attempts create only one valid link and one audit entry', async () => {
    const mia = await signUp()
    sink.state.isDown = true
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email: mia.email } })
    await runRetries(7)
    expect(sink.state.rejectedCount).toBeGreaterThan(3)
    expect([
      await countLinks(mia, 'reset_password'),
      await countEvents(mia, 'password_reset_requested'),
    ]).toEqual([0, 0])
    sink.state.isDown = false
    await runRetries(2)
    const emails = listMailsTo(mia.email, 'Set a new password')
    expect([
      emails.length,
      await countLinks(mia, 'reset_password'),
      await countEvents(mia, 'password_reset_requested'),
    ]).toEqual([1, 1, 1])
    expect(
      (
        await t.call(undefined, accountSecurityApi.resetPassword, {
          body: { token: getLinkToken(emails[0]), password: 'the-next-good-one' },
        })
      ).status,
    ).toBe(200)
  })

  test('email jobs are retried for four days, other jobs for minutes', async () => {
    await t.sql`
      select add_job('account.mail', '{}', 'retry 1'), add_job('import.plan', '{}', 'retry 2'),
        add_job('staff.mail', '{}', 'retry 3')`
    const jobs = await t.sql<{ attempts: number; hours: number }[]>`
      select max_attempts as attempts, (
        select sum(exp(least(10, n))) / 3600 from generate_series(1, max_attempts - 1) n)::integer as hours
      from graphile_worker._private_jobs where key like 'retry %' order by key`
    await t.sql`
      select graphile_worker.remove_job(key) from unnest('{retry 1,retry 2,retry 3}'::text[]) key`
    expect(jobs.map(({ attempts, hours }) => [attempts, hours])).toEqual([
      [25, 95],
      [5, 0],
      [25, 95],
    ])
  })

  test('an invitation waits and then has a valid link', async () => {
    const { tester } = await signUp()
    sink.state.isDown = true
    const {
      body: {
        data: { _id },
      },
    } = await t.call(tester, staffApi.invite, {
      body: { email: 'waits@example.org', role: 'user' },
    })
    await runRetries(2)
    const listRows = () =>
      t.sql<{ hasLink: boolean }[]>`
        select token_hash is not null as has_link from invitation where id = ${_id}`
    expect(await listRows()).toEqual([{ hasLink: false }])
    sink.state.isDown = false
    await runRetries(2)
    expect(listMailsTo('waits@example.org', 'Join Pots on Storewright')).toHaveLength(1)
    expect(await listRows()).toEqual([{ hasLink: true }])
  })

  test('an email that an earlier version has queued is sent with its text', async () => {
    const mia = await signUp()
    await t.inStore(tx =>
      enqueueAccountMail(tx, {
        kind: 'notification',
        notification: 'new_device',
        personId: mia.tester.personId,
        to: 'earlier@example.org',
        detail: 'Firefox on Linux',
      }),
    )
    await t.runJobs()
    const [mail] = sink.mails.filter(text => text.includes('To: earlier@example.org'))
    expect(mail).toContain('Firefox on Linux')
  })

  test('two email changes in a short time notify both previous emails', async () => {
    const mia = await signUp()
    sink.state.isDown = true
    await t.inStore(async tx => {
      await enqueueAccountNotification(
        tx,
        mia.tester.personId,
        'email_changed',
        'first@example.org',
      )
      await enqueueAccountNotification(
        tx,
        mia.tester.personId,
        'email_changed',
        'second@example.org',
      )
    })
    sink.state.isDown = false
    await t.runJobs()
    expect(
      ['first', 'second'].map(
        name => sink.mails.filter(mail => mail.includes(`To: ${name}@example.org`)).length,
      ),
    ).toEqual([1, 1])
  })
})

describe('a link requested before a password change', () => {
  test('is not created after the password change', async () => {
    const mia = await signUp()
    sink.state.isDown = true
    await t.call(mia.tester, accountProfileApi.changeEmail, {
      body: { email: `new-${mia.email}`, password },
    })
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email: mia.email } })
    await t.runJobs()
    expect(
      (
        await t.call(mia.tester, accountSessionApi.changePassword, {
          body: { currentPassword: password, password: 'the-next-good-one' },
        })
      ).status,
    ).toBe(200)
    sink.state.isDown = false
    await runRetries()
    expect([
      listMailsTo(`new-${mia.email}`, 'Confirm your new email').length,
      listMailsTo(mia.email, 'Set a new password').length,
    ]).toEqual([0, 0])
    expect(listMailsTo(mia.email, 'Your password was changed')).toHaveLength(1)
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email: mia.email } })
    await t.runJobs()
    expect(listMailsTo(mia.email, 'Set a new password'), 'requested again').toHaveLength(1)
  })
})

test('the email about a reused token says what to do', async () => {
  const mia = await signUp()
  await withStoreTransaction(t.app.db, mia.tester.storeId, tx =>
    enqueueAccountNotification(tx, mia.tester.personId, 'session_stolen'),
  )
  await t.runJobs()
  const mailText = listMailsTo(mia.email, 'A device was logged out')
    .join()
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/\s+/g, ' ')
  expect(mailText).toContain('Log in again on that device.')
  expect(mailText).not.toContain('If this was you')
})

test('the owner is warned about blocked logins once a day', async () => {
  const mia = await signUp()
  const tryWrongPassword = async (email = mia.email) => {
    const { status } = await t.call(undefined, accountApi.login, {
      body: { email, password: 'wrong' },
    })
    await flushBackground()
    await t.runJobs()
    return [status, listMailsTo(email, 'Many failed attempts to log in').length]
  }
  expect([await tryWrongPassword(), await tryWrongPassword()]).toEqual([
    [400, 0],
    [429, 1],
  ])
  await t.sql`update rate_limit_bucket set full_at = full_at - interval '11 minutes'`
  expect(
    [await tryWrongPassword(), await countEvents(mia, 'login_blocked')],
    'the audit contains each one',
  ).toEqual([[429, 1], 2])
  expect([
    await tryWrongPassword('nobody@example.org'),
    await tryWrongPassword('nobody@example.org'),
  ]).toEqual([
    [400, 0],
    [429, 0],
  ])
})

test('a sign-up with an existing email fails, and warns the owner once a day', async () => {
  const mia = await signUp()
  const signUpAgain = () =>
    t.call(undefined, accountApi.signup, {
      body: { fullName: 'Eve', email: mia.email, password, businessName: 'Else' },
    })
  for (let n = 0; n < 2; n++) {
    expect((await signUpAgain()).body).toMatchObject({
      code: 'email_taken',
      message: 'This email is already in use.',
      errors: [{ path: 'email' }],
    })
    await t.runJobs()
  }
  expect(listMailsTo(mia.email, 'You already have an account')).toHaveLength(1)
})

test('a mailbox gets at most ten emails an hour, four of them from one person in all their stores', async () => {
  const [mia, pia] = [await signUp(), await signUp()]
  const email = 'full@example.org'
  const invite = ({ tester }: MailTestPerson) =>
    t.call(tester, staffApi.invite, { body: { email, role: 'user' } })
  const revokedInvitation = (await invite(mia)).body.data
  await t.call(mia.tester, staffApi.revoke, { params: { id: revokedInvitation._id } })
  const invitation = (await invite(mia)).body.data
  const otherStore = await t.call(mia.tester, storeApi.create, { body: { name: 'Pots' } })
  const inOtherStore = { ...mia.tester, storeId: otherStore.body.data._id }
  expect((await invite({ ...mia, tester: inOtherStore })).status).toBe(201)
  await t.runJobs()
  const inMiasStore = <T>(work: (tx: Tx) => Promise<T>) =>
    withStoreTransaction(t.app.db, mia.tester.storeId, work)
  async function resend() {
    await inMiasStore(
      tx =>
        tx`update invitation set sent_at = now() - interval '1 hour' where id = ${invitation._id}`,
    )
    return t.call(mia.tester, staffApi.resend, { params: { id: invitation._id } })
  }
  expect((await resend()).status).toBe(200)
  await t.runJobs()
  const limitProblem = {
    code: 'too_many_emails',
    errors: [
      {
        path: 'email',
        message: expect.stringMatching(
          /^We can’t send an email to this address right now\. Try again in \d+ minutes\.$/,
        ),
      },
    ],
  }
  expect((await resend()).body, 'the fifth email of one person').toMatchObject(limitProblem)
  expect(
    await inMiasStore(
      tx =>
        tx`select token_hash is not null as is_good from invitation where id = ${invitation._id}`,
    ),
    'the link that was sent stays valid',
  ).toMatchObject([{ isGood: true }])
  expect((await invite(pia)).status, 'other people are below their limit').toBe(201)
  for (let n = 0; n < 5; n++) expect((await invite(await signUp())).status).toBe(201)
  await t.runJobs()
  expect((await invite(await signUp())).body, 'the eleventh email in total').toMatchObject(
    limitProblem,
  )
  // The invitation that was revoked before its email was written has none.
  expect(sink.mails.filter(mail => mail.includes(`To: ${email}`))).toHaveLength(9)
  const changeEmail = (newEmail: string) =>
    t.call(pia.tester, accountProfileApi.changeEmail, { body: { email: newEmail, password } })
  expect((await changeEmail(email)).body.code).toBe('too_many_emails')
  expect((await changeEmail(`free-${email}`)).status).toBe(200)
})

test('a person creates at most twenty stores a day', async () => {
  const { tester } = await signUp()
  const createReplies = await Promise.all(
    Array.from({ length: 22 }, (_, i) =>
      t.call(tester, storeApi.create, { body: { name: `Pots ${i}` } }),
    ),
  )
  expect(
    [201, 429].map(status => createReplies.filter(reply => reply.status === status).length),
  ).toEqual([20, 2])
  expect(createReplies.find(reply => reply.status === 429)?.body.message).toMatch(
    /^You created many stores in a short time\. Create another in \d+ minutes\.$/,
  )
})
