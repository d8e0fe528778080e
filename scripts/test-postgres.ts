import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findDebianPostgres, hasPooler, startDebianPostgres } from './debian-postgres.ts'

/**
 * Runs the server tests on the PostgreSQL of Debian's packages with their default settings, and
 * again through PgBouncer in transaction mode. The arguments name test files.
 */
const results: string[] = []
const binFolder = await findDebianPostgres()
if (binFolder === undefined) {
  results.push('SKIPPED  PostgreSQL of Debian: apt-get install postgresql')
} else {
  const server = await startDebianPostgres(binFolder)
  const name = `PostgreSQL ${server.version}, sort order ${server.locale}`
  try {
    await runTests(name, { TEST_DATABASE_URL: server.ownerUrl })
    if (hasPooler()) {
      const pooler = await server.startPooler()
      await runTests(`${name}, through PgBouncer`, {
        TEST_DATABASE_URL: server.ownerUrl,
        TEST_POOLER_PORT: String(pooler.port),
      }).finally(pooler.stop)
    } else results.push('SKIPPED  PgBouncer: apt-get install pgbouncer')
  } finally {
    await server.stop()
  }
}
console.log(results.join('\n'))

async function runTests(name: string, env: Record<string, string>): Promise<void> {
  console.log(`\n── server tests on ${name}`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server']
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'exit')
  results.push(`${code === 0 ? 'passed ' : 'FAILED '}  ${name}`)
  if (code !== 0) process.exitCode = 1
}
