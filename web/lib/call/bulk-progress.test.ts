import { expect, test } from 'vitest'
import { reportBulkProgress, withBulkProgress } from './bulk-progress.ts'

test('the progress of a call is reported until the call ends or fails', async () => {
  const reported: number[] = []
  const call = withBulkProgress(
    processed => reported.push(processed),
    async () => {
      reportBulkProgress(200)
      await Promise.resolve()
      reportBulkProgress(400)
      throw new Error('Connection lost')
    },
  )
  await expect(call).rejects.toThrow('Connection lost')
  reportBulkProgress(600)
  expect(reported).toEqual([200, 400])
})
