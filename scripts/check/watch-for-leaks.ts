import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { describeLeak, scanResponse } from '../../server/testing/test-watch.ts'

// Preloaded into the server of the browser tests. Writes each response that contains a text of the
// store without members to LEAKS_FILE, which is read at the end of the tests.
const file = process.env.LEAKS_FILE
if (!file) throw new Error('Set LEAKS_FILE to the file that receives the leaks.')
subscribe('http.server.request.start', message => {
  if (
    typeof message !== 'object' ||
    message === null ||
    !('response' in message) ||
    !(message.response instanceof ServerResponse)
  )
    throw new Error('The diagnostics channel passed no response.')
  const { response } = message
  scanResponse(response, () => appendFileSync(file, `${describeLeak(response)}\n`))
})
