import { setTimeout as sleep } from 'node:timers/promises'
import { openMailSink } from '../server/lib/mail/mail-sink.ts'
import { enqueueMail } from './clock-jump.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { waitUntil } from './lab/wait-until.ts'

const mailCount = 5
/** More attempts than other jobs get. */
const attemptsPerMail = 8

/** A mail server rejects every client for a while. Each email must arrive once afterwards. */
export async function stopMailServer(environment: FaultEnvironment): Promise<FaultFinding[]> {
  await environment.stopPair()
  const sink = await openMailSink()
  const server = await environment.startServer({ SMTP_URL: sink.url })
  sink.state.isDown = true
  for (let nr = 0; nr < mailCount; nr++)
    await enqueueMail(environment, `mail server down ${Date.now()} ${nr}`)
  // Skips the delays between attempts, which grow to hours.
  const retryJobs = () =>
    environment.withSuperuserSql(
      sql =>
        sql`
          select graphile_worker.reschedule_jobs(array_agg(id), now())
          from graphile_worker.jobs
          where locked_at is null
            and attempts < max_attempts
            and run_at > now()
            and last_error is not null`,
    )
  const rejectedAfterMs = await waitUntil(async () => {
    await retryJobs()
    return sink.state.rejectedCount >= mailCount * attemptsPerMail
  }, 120_000)
  const earlyMailCount = sink.mails.length
  sink.state.isDown = false
  await waitUntil(async () => {
    await retryJobs()
    return sink.mails.length >= mailCount
  }, 60_000)
  // Leaves time for a duplicate to arrive.
  await sleep(3000)
  const ids = new Set(sink.mails.map(mail => /^Message-ID: (.+)$/m.exec(mail)?.[1]))
  server.kill('SIGTERM')
  await server.exitStatus
  await sink.close()
  return [
    {
      check: 'a mail server that rejects every client for a while',
      sampleCount: mailCount,
      result: [
        `${sink.state.rejectedCount} attempts rejected`,
        `then ${mailCount} emails arrived ${sink.mails.length} times`,
        `${ids.size} different Message-IDs`,
      ].join('; '),
      hasPassed:
        rejectedAfterMs !== undefined &&
        earlyMailCount === 0 &&
        sink.mails.length === mailCount &&
        ids.size === mailCount,
    },
  ]
}
