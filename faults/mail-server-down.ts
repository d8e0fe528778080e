import { setTimeout as sleep } from 'node:timers/promises'
import { openMailSink } from '../server/lib/mail/mail-sink.ts'
import { enqueueMail } from './clock-jump.ts'
import { type FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'

const mailCount = 5
/** More often than a job is tried that is no mail. */
const triesPerMail = 8

/** A mail server refuses everybody for a while: each mail waits for it, and arrives once. */
export async function stopMailServer(environment: FaultEnvironment): Promise<FaultFinding[]> {
  await environment.stopPair()
  const sink = await openMailSink()
  const server = await environment.startServer({ SMTP_URL: sink.url })
  sink.state.isDown = true
  for (let nr = 0; nr < mailCount; nr++) await enqueueMail(environment, `away ${Date.now()} ${nr}`)
  // The pauses between the tries, which grow to hours, are let pass by hand.
  const retryJobs = () =>
    environment.withSuperuserSql(
      sql =>
        sql`select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at > now() and last_error is not null`,
    )
  const isRefused = await waitUntil(async () => {
    await retryJobs()
    return sink.state.rejectedCount >= mailCount * triesPerMail
  }, 120_000)
  const earlyMailCount = sink.mails.length
  sink.state.isDown = false
  await waitUntil(async () => {
    await retryJobs()
    return sink.mails.length >= mailCount
  }, 60_000)
  // Long enough for one too many to come.
  await sleep(3000)
  const ids = new Set(sink.mails.map(mail => /^Message-ID: (.+)$/m.exec(mail)?.[1]))
  server.kill('SIGTERM')
  await server.exitStatus
  await sink.close()
  return [
    {
      check: 'a mail server that refuses everybody for a while',
      sampleCount: mailCount,
      result: `refused ${sink.state.rejectedCount} times; then ${sink.mails.length} mails for ${mailCount}, ${ids.size} different`,
      hasPassed:
        isRefused !== undefined &&
        earlyMailCount === 0 &&
        sink.mails.length === mailCount &&
        ids.size === mailCount,
    },
  ]
}
