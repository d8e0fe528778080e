import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { describeLeak, scanResponse } from '../server/lib/testing/test-watch.ts'

// Loaded into the server of the journeys before it starts: each answer with a word of the store that nobody works in is
// written to LEAKS_FILE, which is read when the journeys are over.
const file = process.env.LEAKS_FILE
if (!file) throw new Error('LEAKS_FILE has to say where leaks are written')
subscribe('http.server.request.start', message => {
  if (
    typeof message !== 'object' ||
    message === null ||
    !('response' in message) ||
    !(message.response instanceof ServerResponse)
  )
    throw new Error('the channel gives no response')
  const { response } = message
  scanResponse(response, () => appendFileSync(file, `${describeLeak(response)}\n`))
})
