import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Where a mail server stops answering: before anything was said, or with the whole mail taken. */
export type HoldAt = 'greeting' | 'answer'

const replies: Record<string, string> = {
  EHLO: '250 here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
}

/** A mail server that takes everything, and leaves one client without an answer where it is told to. */
export async function startPostOffice() {
  const taken: string[] = []
  let holding: HoldAt | undefined
  let onHeld = () => {}
  const isHeld = (where: HoldAt) => {
    if (holding !== where) return false
    holding = undefined
    onHeld()
    return true
  }
  const serve = (socket: Socket) => {
    let isBody = false
    let id = ''
    /** The answer to one line; none while a mail goes on, or where the client is left waiting. */
    const answer = (line: string): string | undefined => {
      if (isBody && line !== '.') {
        id = /^Message-ID: (.+)$/i.exec(line)?.[1] ?? id
        return undefined
      }
      if (isBody) {
        taken.push(id)
        if (isHeld('answer')) return undefined
      }
      isBody = line.startsWith('DATA')
      return replies[line.slice(0, 4).toUpperCase()] ?? '250 ok'
    }
    socket.on('error', () => {})
    if (isHeld('greeting')) return
    socket.write('220 here\r\n')
    socket.on('data', data => {
      const answers = data
        .toString()
        .split('\r\n')
        .filter(Boolean)
        .map(answer)
        .filter(said => said !== undefined)
      for (const said of answers) socket.write(`${said}\r\n`)
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** The Message-ID of each mail that was taken, in turn. */
    taken,
    /** Leaves the next client without an answer; settles once it waits for one. */
    holdNext: (where: HoldAt) =>
      new Promise<void>(resolve => {
        holding = where
        onHeld = resolve
      }),
    stop: async () => void server.close(),
  }
}
