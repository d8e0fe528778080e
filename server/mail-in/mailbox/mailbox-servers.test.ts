import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailboxInput, mailboxApi } from '#contract/store/mailbox.ts'
import { startScriptedImapServer } from '../../testing/mail/scripted-imap-server.ts'
import { connectMailbox, hasImapServer, mailboxUser } from '../../testing/mail/test-imap-server.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { withMailbox } from './open-mailbox.ts'

const email = 'From: ann@example.com\r\n\r\nHello\r\n'

/** Sends the emails 10 and 11. */
function replyToFetch(command: string): string[] | undefined {
  const [, range = ''] = /^UID FETCH (\S+)/.exec(command) ?? []
  const uids = range.split(',').filter(uid => ['10', '11'].includes(uid))
  const content = command.includes('BODY')
    ? `BODY[]<0> {${email.length}}\r\n${email}`
    : 'ENVELOPE (NIL "Hello" ((NIL NIL "ann" "example.com")) NIL NIL NIL NIL NIL NIL NIL)'
  return range === ''
    ? undefined
    : uids.map(
        uid => `* ${Number(uid) - 9} FETCH (UID ${uid} RFC822.SIZE ${email.length} ${content})`,
      )
}

describe.skipIf(!hasImapServer)('servers of mailboxes that reply unusually', () => {
  let t: TestApp
  let server: Awaited<ReturnType<typeof startScriptedImapServer>>
  beforeAll(async () => {
    server = await startScriptedImapServer()
    t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  })
  afterAll(async () => {
    await t.close()
    await server.close()
  })
  beforeEach(async () => {
    server.use(() => undefined)
    await t.inStore(async tx => {
      await tx`delete from mailbox`
      await tx`delete from mail_in`
    })
  })

  const connect = (change?: Partial<MailboxInput>) => connectMailbox(t, server.port, change)
  async function check() {
    await t.inStore(tx => tx`update mailbox set next_check_at = now()`)
    await t.runJob('mailbox.schedule')
    await t.runJobs({ 'mailbox.check': t.app.jobs['mailbox.check'] })
  }
  const getState = async () => {
    const [row] = await t.inStore(
      tx => tx`select uid_validity, next_uid, failure, failure_count from mailbox`,
    )
    return row
  }
  const listMails = () => t.inStore(tx => tx`select status, error from mail_in order by status`)
  const start = { uidValidity: 7, nextUid: 10, failure: '', failureCount: 0 }

  test('a server that never ends its list of emails is not read on', async () => {
    await connect()
    let count = 0
    server.use(command => {
      if (command.startsWith('UID SEARCH')) return ['* SEARCH 10']
      return command.startsWith('UID FETCH') ? sendEndlessly() : undefined
    })
    function* sendEndlessly() {
      for (;;) {
        count += 1
        yield `* ${count} FETCH (UID ${count} RFC822.SIZE 9 ENVELOPE (NIL "a" NIL NIL NIL NIL NIL NIL NIL NIL))`
      }
    }
    await check()
    expect(count).toBeGreaterThan(1000)
    expect(await getState()).toEqual({ ...start, failure: 'mailbox_unexpected', failureCount: 1 })
  })

  test('a search that the server refuses skips no email', async () => {
    await connect()
    server.use(command => (command.startsWith('UID SEARCH') ? ['NO Later'] : undefined))
    await check()
    expect(await getState()).toEqual({ ...start, failure: 'mailbox_unexpected', failureCount: 1 })
    server.use(command => {
      if (command.startsWith('EXAMINE'))
        return ['* 9 EXISTS', '* OK [UIDVALIDITY 8] UIDs', '* OK [UIDNEXT 90] Next']
      return command.startsWith('UID SEARCH') ? ['NO Later'] : undefined
    })
    await check()
    expect(await getState()).toEqual({ ...start, failure: 'mailbox_unexpected', failureCount: 2 })
  })

  test.each([
    ['the email itself', /^UID FETCH 10 .*BODY/],
    ['its sender and size', /^UID FETCH 10.*ENVELOPE/],
  ])('an email of which the server does not send %s stops no others', async (_, pattern) => {
    await connect()
    server.use(command => {
      if (command.startsWith('UID SEARCH')) return ['* SEARCH 10 11']
      if (pattern.test(command)) return ['NO Damaged']
      return replyToFetch(command)
    })
    for (const failureCount of [1, 2, 3]) {
      await check()
      const failure = 'mailbox_email_unreadable'
      expect(await getState()).toEqual({ ...start, failure, failureCount })
    }
    expect(await listMails()).toEqual([])
    await check()
    expect(await getState()).toEqual({ ...start, nextUid: 12 })
    expect(await listMails()).toEqual([
      { status: 'dead', error: 'unreadable' },
      { status: 'new', error: '' },
    ])
  })

  test('a server that numbers its next email only on request is read, and one without numbers is refused', async () => {
    const select = ['* 9 EXISTS', '* OK [UIDVALIDITY 7] UIDs']
    server.use(command => {
      if (command.startsWith('EXAMINE')) return select
      return command.startsWith('STATUS') ? ['* STATUS INBOX (UIDNEXT 30)'] : undefined
    })
    expect((await connect()).status).toBe(200)
    expect(await getState()).toEqual({ ...start, nextUid: 30 })
    await t.call('owner', mailboxApi.disconnect)
    for (const lines of [select, ['* 9 EXISTS', '* OK [UIDNEXT 10] Next']]) {
      server.use(command => (command.startsWith('EXAMINE') ? lines : undefined))
      const reply = await connect()
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ path: 'server', code: 'mailbox_unsupported' }])
    }
    expect(await getState()).toBe(undefined)
  })

  test('the other addresses of a server are tried', async () => {
    const signal = AbortSignal.timeout(20_000)
    const resolve = async () => ['127.0.0.9', '127.0.0.1'].map(address => ({ address, family: 4 }))
    const policy = { resolve, isAllowed: () => true }
    const login = {
      server: 'localhost',
      port: server.port,
      encryption: 'tls' as const,
      ...mailboxUser,
    }
    expect(await withMailbox(login, { policy, signal }, async ({ nextUid }) => nextUid)).toBe(10)
  })

  test('only one check runs at once, and the second one is refused', async () => {
    await connect()
    await t.inStore(tx => tx`update mailbox set locked_until = now() + interval '1 minute'`)
    const changes = await t.changes()
    const reply = await t.call('owner', mailboxApi.check)
    expect(reply.status).toBe(409)
    expect(reply.body.message).toMatch(/^The mailbox is already being checked/)
    expect(await t.changes()).toBe(changes)
  })
})
