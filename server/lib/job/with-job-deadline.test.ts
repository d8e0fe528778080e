import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { isPastDeadline } from './job-rule.ts'
import { withJobDeadline } from './with-job-deadline.ts'

const helpers = {} as JobHelpers

test('a job that ignores its deadline fails, so that its worker is free', async () => {
  const job = withJobDeadline('stuck', () => new Promise(() => {}), { deadline: '0s' }, 1)
  await expect(job({}, helpers)).rejects.toThrow('The job stuck did not end within 0s.')
})

test('a job can end by itself at its deadline', async () => {
  let wasPastDeadline = false
  const job = withJobDeadline(
    'waiting',
    async (_payload, { abortSignal }) => {
      await new Promise(resolve => abortSignal?.addEventListener('abort', resolve))
      wasPastDeadline = isPastDeadline(abortSignal)
    },
    { deadline: '0s' },
  )
  await job({}, helpers)
  expect(wasPastDeadline).toBe(true)
})

test('the stop of the process is not the deadline', async () => {
  const stop = new AbortController()
  let wasPastDeadline: boolean | undefined
  const job = withJobDeadline(
    'stopped',
    async (_payload, { abortSignal }) => {
      stop.abort()
      wasPastDeadline = isPastDeadline(abortSignal)
      abortSignal?.throwIfAborted()
    },
    { deadline: '1m' },
  )
  await expect(job({}, { ...helpers, abortSignal: stop.signal })).rejects.toThrow('aborted')
  expect(wasPastDeadline).toBe(false)
})
