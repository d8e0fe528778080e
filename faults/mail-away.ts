import { setTimeout as sleep } from 'node:timers/promises'
import { openMailSink } from '../server/lib/mail/mail-sink.ts'
import { addMail } from './clock-jump.ts'
import { type FaultPlace, type Finding, untilHolds } from './fault-place.ts'

const count = 5
/** More often than a job is tried that is no mail. */
const triesEach = 8

/** A mail server refuses everybody for a while: each mail waits for it, and arrives once. */
export async function mailAway(place: FaultPlace): Promise<Finding[]> {
  await place.stopPair()
  const sink = await openMailSink()
  const server = await place.startServer({ SMTP_URL: sink.url })
  sink.state.isAway = true
  for (let nr = 0; nr < count; nr++) await addMail(place, `away ${Date.now()} ${nr}`)
  // The pauses between the tries, which grow to hours, are let pass by hand.
  const tryAgain = () =>
    place.ask(
      sql =>
        sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts < max_attempts and run_at > now() and last_error is not null`,
    )
  const isRefused = await untilHolds(async () => {
    await tryAgain()
    return sink.state.refused >= count * triesEach
  }, 120_000)
  const early = sink.mails.length
  sink.state.isAway = false
  await untilHolds(async () => {
    await tryAgain()
    return sink.mails.length >= count
  }, 60_000)
  // Long enough for one too many to come.
  await sleep(3000)
  const ids = new Set(sink.mails.map(mail => /^Message-ID: (.+)$/m.exec(mail)?.[1]))
  server.kill('SIGTERM')
  await server.exit
  await sink.close()
  return [
    {
      fault: 'a mail server that refuses everybody for a while',
      n: count,
      figure: `refused ${sink.state.refused} times; then ${sink.mails.length} mails for ${count}, ${ids.size} different`,
      isRight:
        isRefused !== undefined && early === 0 && sink.mails.length === count && ids.size === count,
    },
  ]
}
