import { expect, test } from 'vitest'
import { runForStores } from './run-for-stores.ts'

test('a store that fails holds up no other store, and fails the job', async () => {
  const done: string[] = []
  const run = (failing: string[]) =>
    runForStores(['a', 'b', 'c'], async storeId => {
      done.push(storeId)
      if (failing.includes(storeId)) throw new Error(`failed ${storeId}`)
    })
  await run([])
  await expect(run(['b'])).rejects.toThrow('failed b')
  await expect(run(['a', 'c'])).rejects.toThrow('The job failed in 2 of 3 stores.')
  expect(done.join('')).toBe('abcabcabc')
})

test('ends between two stores when it is canceled', async () => {
  const controller = new AbortController()
  const done: string[] = []
  const run = runForStores(
    ['a', 'b'],
    async storeId => {
      done.push(storeId)
      controller.abort(new Error('canceled'))
    },
    controller.signal,
  )
  await expect(run).rejects.toThrow('canceled')
  expect(done).toEqual(['a'])
})
