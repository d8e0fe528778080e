import { hash, verify } from '@node-rs/argon2'
import { type BenchServer, password, post, signUpSeller } from '../bench-server.ts'
import { measureMs, median, percentile, runConcurrently } from '../measure/measure.ts'

/** Prints how long the verification of a password takes. */
export async function measureHashes() {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const passwordHash = await hash(password, cost)
  const times: number[] = []
  for (let i = 0; i < 60; i++) times.push(await measureMs(() => verify(passwordHash, password)))
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `argon2id, 19 MiB, 2 passes: p50 ${percentile(sorted, 0.5).toFixed(1)} ms, ` +
      `p95 ${percentile(sorted, 0.95).toFixed(1)} ms (n = 60)`,
  )
}

/**
 * Prints the logins a second, the effect of a flood of logins on other requests, and whether timing
 * reveals accounts.
 */
export async function measureLogins({ url }: BenchServer) {
  const { email, headers } = await signUpSeller(url, 'login')
  const n = 200
  const durationMs = await measureMs(() =>
    runConcurrently(n, 8, () => post(url, 'business/login', { email, password })),
  )
  console.log(`logins: ${((n / durationMs) * 1000).toFixed(1)} a second (n = ${n}, 8 at once)`)

  const otherLatencies: number[] = []
  let isDone = false
  const statuses: number[] = []
  const flood = Promise.all(
    Array.from({ length: 200 }, async () => {
      statuses.push((await post(url, 'business/login', { email, password: 'not this one' })).status)
    }),
  ).then(() => {
    isDone = true
  })
  while (!isDone)
    otherLatencies.push(
      await measureMs(() =>
        fetch(`${url}/api/product/getAll`, { headers }).then(reply => reply.text()),
      ),
    )
  await flood
  const count = (status: number) => statuses.filter(value => value === status).length
  const p99 = percentile(
    otherLatencies.toSorted((a, b) => a - b),
    0.99,
  )
  console.log(
    `200 logins at once: ${count(400)} rejected, ${count(503)} asked to retry later; ` +
      `a list meanwhile p50 ${median(otherLatencies).toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms (n = ${otherLatencies.length})`,
  )

  const tryWrongPassword = (account: string) => () =>
    post(url, 'business/login', { email: account, password: 'not this one' })
  await comparePairs(
    'wrong password',
    tryWrongPassword(email),
    tryWrongPassword('nobody@example.com'),
  )
}

/** Prints whether timing reveals sessions and accounts in calls that verify no password. */
export async function measureTimingLeaks({ url }: BenchServer) {
  const { email, headers } = await signUpSeller(url, 'proof')
  const { text } = await post(url, 'business/login', { email, password })
  const {
    data: { accessToken, refreshToken },
  }: { data: { accessToken: string; refreshToken: string } } = JSON.parse(text)
  await fetch(`${url}/api/account/logout`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
  })
  const refreshTokens = (token: string) => () =>
    post(url, 'jwt/refresh-token', { refreshToken: token })
  await comparePairs(
    'renewal of an ended session',
    refreshTokens(refreshToken),
    refreshTokens(refreshToken.replace(/./g, 'x')),
  )
  const requestPasswordReset = (account: string) => () =>
    post(url, 'account/forgotPassword', { email: account })
  await comparePairs(
    'forgotten password',
    requestPasswordReset(email),
    requestPasswordReset('nobody@example.com'),
  )
}

/** Compares two requests in turns, so that other load affects both alike. */
async function comparePairs(
  label: string,
  requestKnown: () => Promise<unknown>,
  requestUnknown: () => Promise<unknown>,
) {
  const n = 200
  for (let round = 0; round < 3; round++) {
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []]
    for (let i = 0; i < n; i++) {
      knownTimes.push(await measureMs(requestKnown))
      unknownTimes.push(await measureMs(requestUnknown))
    }
    const [knownMs, unknownMs] = [median(knownTimes), median(unknownTimes)]
    console.log(
      `${label}: known ${knownMs.toFixed(2)} ms, unknown ${unknownMs.toFixed(2)} ms, ` +
        `difference ${(knownMs - unknownMs).toFixed(2)} ms (n = ${n} pairs)`,
    )
  }
}

/** Prints how many parallel guesses pass the limit that two processes share. */
export async function measureGuessLimit([a, b]: readonly [BenchServer, BenchServer]) {
  const { email } = await signUpSeller(a.url, 'guess')
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      statuses.push(
        (await post(i % 2 ? a.url : b.url, 'business/login', { email, password: `wrong ${i}` }))
          .status,
      )
    }),
  )
  const count = (status: number) => statuses.filter(value => value === status).length
  console.log(
    `2 processes × 200 guesses at once, limit 10 (n = ${statuses.length}): ` +
      `${count(400)} reached the password, ${count(429)} rejected`,
  )
}

/** Prints how many rejected logins the server answers a second. */
export async function measureRejections({ url }: BenchServer) {
  const n = 3000
  const statuses = new Map<number, number>()
  const durationMs = await measureMs(() =>
    runConcurrently(n, 16, async () => {
      const { status } = await post(url, 'business/login', {
        email: 'guess@example.com',
        password: 'wrong',
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
  )
  console.log(
    `rejected guesses: ${((n / durationMs) * 1000).toFixed(0)} a second ` +
      `(n = ${n}, statuses ${JSON.stringify(Object.fromEntries(statuses))})`,
  )
}
