import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FaultFinding } from './lab/fault-environment.ts'

/** Runs the test of broken emails with all 2,000 of them. `npm test` runs it with a tenth. */
export async function fileBrokenMails(): Promise<FaultFinding[]> {
  const test = 'server/mail-in/broken-mails.test.ts'
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', test], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, EVERY: '1' },
  })
  const [code] = await once(child, 'exit')
  return [
    {
      check: 'broken emails are filed, and none is lost',
      sampleCount: 2000,
      result: `exit code ${code}`,
      hasPassed: code === 0,
    },
  ]
}
