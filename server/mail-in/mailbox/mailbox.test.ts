import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { mailInApi } from '#contract/desk/mail-in.ts'
import { Mailbox, type MailboxInput, mailboxApi } from '#contract/store/mailbox.ts'
import { getInstallationSender } from '../../lib/mail/mail.ts'
import { encryptSecret } from '../../lib/security/encrypt-secret.ts'
import {
  connectMailbox,
  hasImapServer,
  startImapServer,
} from '../../testing/mail/test-imap-server.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { maxMailBytes } from '../accept-mail.ts'
import * as mailboxStore from './mailbox-store.ts'

describe.skipIf(!hasImapServer)('a mailbox', () => {
  let t: TestApp
  let server: Awaited<ReturnType<typeof startImapServer>>
  beforeAll(async () => {
    server = await startImapServer()
    t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  })
  afterAll(async () => {
    await t.close()
    await server.close()
  })
  beforeEach(async () => {
    await server.clear()
    await t.inStore(async tx => {
      await tx`delete from mailbox`
      await tx`delete from conversation`
      await tx`delete from mail_in`
    })
  })

  const connect = (change?: Partial<MailboxInput>) => connectMailbox(t, server.ports.tls, change)
  /** Runs the jobs of a minute. */
  async function check() {
    await t.inStore(tx => tx`update mailbox set next_check_at = now()`)
    await t.runJob('mailbox.schedule')
    await t.runJobs({
      'mailbox.check': t.app.jobs['mailbox.check'],
      'mailIn.file': t.app.jobs['mailIn.file'],
    })
  }
  const write = (subject: string, text = 'Is it blue?') =>
    [
      'From: Ann <ann@example.com>',
      'To: store@example.com',
      `Message-ID: <${subject.replaceAll(' ', '-')}@example.com>`,
      `Subject: ${subject}`,
      '',
      text,
      '',
    ].join('\r\n')
  const deliver = (subject: string) => server.deliver(write(subject))
  const listSubjects = async (): Promise<string[]> =>
    (await t.call('owner', conversationApi.list, { query: { folder: 'inbox' } })).body.data
      .map(({ subject }: { subject: string }) => subject)
      .sort()
  const getMailbox = async () => (await t.call('owner', mailboxApi.get)).body.data
  const countRows = () =>
    t.inStore(
      tx => tx`
        select (select count(*)::int from mailbox) as mailboxes, (select count(*)::int from mail_in) as mails`,
    )

  test('new emails are added once and stay in the mailbox as they are', async () => {
    await deliver('Before the connection')
    expect((await connect()).body).toMatchObject({ message: 'Mailbox connected' })
    await deliver('Cup')
    await deliver('Plate')
    const files = await server.listFiles()
    await check()
    await check()
    expect(await listSubjects()).toEqual(['Cup', 'Plate'])
    const names = (list: string[]) => list.map(name => name.replace(/:2,$/, '')).sort()
    expect(names(await server.listFiles())).toEqual(names(files))
    await deliver('Bowl')
    expect((await t.call('owner', mailboxApi.check)).body).toMatchObject({
      data: { failure: null },
      message: 'Mailbox checked',
    })
    await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
    expect(await listSubjects()).toEqual(['Bowl', 'Cup', 'Plate'])
  })

  test('emails that the store has sent itself stay out of the inbox', async () => {
    await connect()
    const { from } = getInstallationSender(t.app.config)
    await server.deliver(write('New order').replace('Ann <ann@example.com>', from))
    await deliver('Mug')
    await check()
    expect(await listSubjects()).toEqual(['Mug'])
  })

  test('STARTTLS encrypts the connection', async () => {
    await connect({ port: server.ports.starttls, encryption: 'starttls' })
    await deliver('Jug')
    await check()
    expect(await listSubjects()).toEqual(['Jug'])
  })

  test('a process that stops after it stored an email repeats none', async () => {
    await connect()
    const save = vi.spyOn(mailboxStore, 'savePosition')
    save.mockRejectedValueOnce(new Error('not saved'))
    await deliver('Spoon')
    await check()
    expect(save, 'the save failed once').toHaveBeenCalled()
    save.mockRestore()
    await deliver('Fork')
    await check()
    expect(await listSubjects()).toEqual(['Fork', 'Spoon'])
  })

  test('new numbers of all emails repeat and lose none', async () => {
    await connect()
    await deliver('Pot')
    await check()
    await deliver('Pan')
    await server.renumber()
    await check()
    await check()
    expect(await listSubjects()).toEqual(['Pan', 'Pot'])
  })

  test('an email that is too large is listed with its reason, and the next one arrives', async () => {
    await connect()
    await server.deliver(write('Catalog', `${'x'.repeat(998)}\r\n`.repeat(maxMailBytes / 1000 + 1)))
    await deliver('Lid')
    await check()
    expect(await listSubjects()).toEqual(['Lid'])
    const unfiled = (await t.call('owner', mailInApi.listUnfiled)).body.data
    expect(unfiled).toMatchObject([
      { reason: 'too_large', sender: 'ann@example.com', isRetried: false },
    ])
    expect(unfiled[0].bytes).toBeGreaterThan(maxMailBytes)
    const { status } = await t.call('owner', mailInApi.retryUnfiled, {
      params: { id: unfiled[0]._id },
    })
    expect(status).toBe(404)
  })

  test.each([
    ['password', { password: 'wrong' }, 'mailbox_password_refused'],
    ['server', { server: '127.0.0.1' }, 'mailbox_certificate'],
    ['port', { port: 1 }, 'mailbox_unreachable'],
  ])('a wrong %s is refused with its reason, and nothing is stored', async (_, change, code) => {
    const changes = await t.changes()
    const reply = await connect(change)
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([{ code }])
    expect(await t.changes()).toBe(changes)
    expect(await countRows()).toEqual([{ mailboxes: 0, mails: 0 }])
  })

  test('a password that is refused later is named, and its pause grows until it is corrected', async () => {
    await connect()
    await t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`select id from mailbox`
      await tx`update mailbox set secret = ${encryptSecret(t.app.keys.mailbox, row!.id, 'earlier')}`
    })
    await deliver('Tray')
    await check()
    await check()
    expect((await getMailbox()).failure).toMatchObject({
      code: 'mailbox_password_refused',
      message: expect.stringMatching(/^The server didn’t accept the username or password/),
    })
    const rows = await t.inStore(
      tx =>
        tx`select failure_count, next_check_at > now() + interval '90 seconds' as is_later from mailbox`,
    )
    expect(rows).toEqual([{ failureCount: 2, isLater: true }])
    await connect()
    await check()
    expect((await getMailbox()).failure).toBe(null)
    expect(await listSubjects()).toEqual(['Tray'])
  })

  test('two processes do not check a mailbox at once', async () => {
    await connect()
    await t.inStore(tx => tx`update mailbox set locked_until = now() + interval '1 minute'`)
    await deliver('Ladle')
    await check()
    expect(await listSubjects()).toEqual([])
  })
})

describe('the calls of mailboxes', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.close())

  const input = {
    server: 'imap.example.com',
    port: 993,
    encryption: 'tls' as const,
    username: 'store@example.com',
    password: 'kettle',
  }
  const save = () =>
    t.inStore(tx => mailboxStore.saveMailbox(tx, t.app.keys, input, { uidValidity: 1, nextUid: 1 }))

  beforeEach(() => t.inStore(tx => tx`delete from mailbox`))

  test('a private address is refused without a connection, and nothing is stored', async () => {
    const changes = await t.changes()
    let connectionCount = 0
    const listener = createServer(socket => {
      connectionCount += 1
      socket.destroy()
    })
    onTestFinished(() => void listener.close())
    const port = await new Promise<number>(resolve => {
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    for (const server of ['127.0.0.1', 'localhost', '::1']) {
      const reply = await t.call('owner', mailboxApi.connect, { body: { ...input, server, port } })
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toMatchObject([{ path: 'server', code: 'mailbox_unreachable' }])
    }
    expect(connectionCount).toBe(0)
    expect(await t.changes()).toBe(changes)
    expect((await t.call('owner', mailboxApi.get)).body.data).toBe(null)
  })

  test('the password is returned by no call and shown by no audit entry', async () => {
    await save()
    await t.inStore(tx =>
      mailboxStore.saveMailbox(
        tx,
        t.app.keys,
        { ...input, password: 'teapot' },
        { uidValidity: 1, nextUid: 1 },
      ),
    )
    const { data } = (await t.call('owner', mailboxApi.get)).body
    expect(Object.keys(data).sort()).toEqual(Object.keys(Mailbox.shape).sort())
    expect((await t.call('owner', mailboxApi.disconnect)).status).toBe(200)
    expect(await t.inStore(tx => tx`select from mailbox`)).toHaveLength(0)
    const entries = await t.inStore(
      tx => tx`select action, before, after from audit where entity = 'mailbox' order by at, id`,
    )
    // Those of earlier tests come first.
    expect(entries.map(({ action }) => action).slice(-3)).toEqual(['insert', 'update', 'delete'])
    expect(JSON.stringify(entries)).not.toMatch(/secret|kettle|teapot/)
  })

  test('another mailbox starts at its own position', async () => {
    await save()
    const position = { uidValidity: 2, nextUid: 20 }
    await t.inStore(tx => mailboxStore.saveMailbox(tx, t.app.keys, input, position))
    const getPosition = () => t.inStore(tx => tx`select uid_validity, next_uid from mailbox`)
    expect(await getPosition(), 'another password').toEqual([{ uidValidity: 1, nextUid: 1 }])
    const other = { ...input, username: 'other@example.com' }
    await t.inStore(tx => mailboxStore.saveMailbox(tx, t.app.keys, other, position))
    expect(await getPosition()).toEqual([position])
  })

  test('the check of a mailbox that was changed meanwhile ends without a result', async () => {
    await t.inStore(tx => tx`delete from mailbox`)
    await save()
    const getRow = () =>
      t.inStore(tx => tx`select next_uid, failure, failure_count, locked_until from mailbox`)
    const mailbox = await t.inStore(mailboxStore.lockMailbox)
    if (!mailbox) throw new Error('The mailbox is missing.')
    await t.inStore(tx =>
      mailboxStore.saveCheckResult(tx, mailbox, { failure: 'mailbox_unreachable' }),
    )
    await t.inStore(tx => mailboxStore.saveCheckResult(tx, mailbox, { isStopped: true }))
    const failed = {
      nextUid: 1,
      failure: 'mailbox_unreachable',
      failureCount: 1,
      lockedUntil: null,
    }
    expect(await getRow(), 'a stopped check keeps the failure').toEqual([failed])
    await save()
    const position = { uidValidity: 1, nextUid: 5 }
    await expect(t.inStore(tx => mailboxStore.savePosition(tx, mailbox, position))).rejects.toThrow(
      mailboxStore.MailboxChangedError,
    )
    await t.inStore(tx =>
      mailboxStore.saveCheckResult(tx, mailbox, { failure: 'mailbox_unreachable' }),
    )
    expect(await getRow()).toEqual([{ ...failed, failure: '', failureCount: 0 }])
  })
})
