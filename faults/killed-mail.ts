import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'

const mailHost = 'mail.faults.example'
/** Fewer than one network may have. */
const clientCount = 8
/** Longer than the time after which the jobs of a killed process start again. */
const filingLimitMs = 600_000

type Progress = { nextNr: number; accepted: Set<number>; isStopped: boolean }

/**
 * Kills the server while it accepts and files emails. The clients deliver an email again until it is accepted, as mail
 * servers do. Each accepted email must become exactly one message.
 */
export async function killServerDuringMail(
  environment: FaultEnvironment,
  { mails, kills }: { mails: number; kills: number },
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const mailPort = await findFreePort()
  const env = { MAIL_IN_HOST: mailHost, MAIL_IN_PORT: String(mailPort), SMTP_URL: '' }
  let server = await environment.startServer(env)
  const recipient = await loadRecipient(environment)
  const progress: Progress = { nextNr: 0, accepted: new Set(), isStopped: false }
  const startedAt = performance.now()
  const clients = Array.from({ length: clientCount }, () =>
    deliverMails({ port: mailPort, recipient, mails }, progress),
  )
  for (let nr = 1; nr <= kills; nr++) {
    // The last kill happens when only filing is left.
    const target = Math.floor((mails * nr) / kills)
    await waitUntil(async () => progress.accepted.size >= target, filingLimitMs)
    server.kill('SIGKILL')
    await server.exitStatus
    server = await environment.startServer(env, { port: server.port })
  }
  await waitUntil(async () => progress.accepted.size >= mails, filingLimitMs)
  progress.isStopped = true
  await Promise.all(clients)
  await waitUntil(async () => (await countUnfiled(environment)) === 0, filingLimitMs)
  const finding = await checkMessages(environment, { mails, kills, startedAt })
  server.kill('SIGTERM')
  await server.exitStatus
  return [finding]
}

async function loadRecipient(environment: FaultEnvironment): Promise<string> {
  const [store] = await environment.withSuperuserSql(
    sql =>
      sql<{ handle: string }[]>`select slug as handle from store where id = ${environment.storeId}`,
  )
  return `${store?.handle}@${mailHost}`
}

const countUnfiled = (environment: FaultEnvironment): Promise<number> =>
  environment.withSuperuserSql(async sql => {
    const rows = await sql<{ count: number }[]>`
      select count(*)::integer as count from mail_in where status = 'new'`
    return rows[0]?.count ?? 0
  })

type Delivery = { port: number; recipient: string; mails: number }

/** Delivers the next emails until none is left. A failed one is delivered again. */
async function deliverMails(delivery: Delivery, progress: Progress): Promise<void> {
  let connection: MailConnection | undefined
  while (!progress.isStopped && progress.nextNr < delivery.mails) {
    const nr = progress.nextNr++
    while (!progress.isStopped && !progress.accepted.has(nr)) {
      try {
        connection ??= await MailConnection.open(delivery.port)
        await connection.deliver(delivery.recipient, nr)
        progress.accepted.add(nr)
      } catch {
        connection?.close()
        connection = undefined
        await sleep(50)
      }
    }
  }
  connection?.close()
}

/** A connection of a mail client. It fails when a reply is missing or not positive. */
class MailConnection {
  private readonly socket: Socket
  private readonly replies: AsyncIterator<unknown>

  private constructor(socket: Socket) {
    this.socket = socket
    this.replies = socket[Symbol.asyncIterator]()
  }

  static async open(port: number): Promise<MailConnection> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.on('error', () => {})
    const connection = new MailConnection(socket)
    await connection.expectReply(/^220/)
    await connection.send('HELO client.example', /^250/)
    return connection
  }

  async deliver(recipient: string, nr: number): Promise<void> {
    await this.send('MAIL FROM:<ann@example.com>', /^250/)
    await this.send(`RCPT TO:<${recipient}>`, /^250/)
    await this.send('DATA', /^354/)
    const lines = [
      `From: Ann <ann${nr % 500}@example.com>`,
      `Subject: Mail ${nr}`,
      `Message-ID: <mail-${nr}@example.com>`,
      '',
      `Is cup ${nr} blue?`,
      '.',
    ]
    await this.send(lines.join('\r\n'), /^250/)
  }

  close(): void {
    this.socket.destroy()
  }

  private async send(text: string, expected: RegExp): Promise<void> {
    this.socket.write(`${text}\r\n`)
    await this.expectReply(expected)
  }

  private async expectReply(expected: RegExp): Promise<void> {
    const { value, done } = await this.replies.next()
    if (done || !expected.test(String(value))) throw new Error(`Unexpected reply: ${value}`)
  }
}

type MessageRow = { subject: string; fileKey: string }

async function checkMessages(
  environment: FaultEnvironment,
  { mails, kills, startedAt }: { mails: number; kills: number; startedAt: number },
): Promise<FaultFinding> {
  const { rows, receipts } = await environment.withSuperuserSql(async sql => ({
    rows: await sql<MessageRow[]>`
      select m.subject, o.file_key as "fileKey"
      from message m join message_original o on o.store_id = m.store_id and o.message_id = m.id
      where m.store_id = ${environment.storeId} and m.subject like 'Mail %'`,
    receipts: await sql<{ status: string; count: number }[]>`
      select status, count(*)::integer as count from mail_in
      where store_id = ${environment.storeId} group by status`,
  }))
  const subjects = new Set(rows.map(({ subject }) => subject))
  const lostCount = mails - subjects.size
  const doubledCount = rows.length - subjects.size
  const missingFiles = rows.filter(
    ({ fileKey }) => !existsSync(join(environment.dataDir, 'mail', fileKey)),
  ).length
  const areFiled = receipts.length === 1 && receipts[0]?.status === 'done'
  return {
    check: 'kill -9 between accepting and filing emails',
    sampleCount: kills,
    result: [
      `${mails} emails accepted; ${lostCount} lost, ${doubledCount} doubled`,
      `${missingFiles} originals missing`,
      `receipts: ${receipts.map(({ status, count }) => `${count} ${status}`).join(', ')}`,
      `in ${formatSeconds(performance.now() - startedAt)}`,
    ].join('; '),
    hasPassed: lostCount === 0 && doubledCount === 0 && missingFiles === 0 && areFiled,
  }
}
