import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/**
 * The point at which the server stops answering a client: instead of the greeting, or after it has
 * accepted the whole message.
 */
export type HoldPoint = 'greeting' | 'reply'

const replies: Record<string, string> = {
  EHLO: '250 ok',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 continue',
  QUIT: '221 bye',
}

type AcceptedMail = { messageId: string; recipient: string }

/** Starts a mail server that accepts every message and can leave one client without a reply. */
export async function startSmtpServer() {
  const acceptedMails: AcceptedMail[] = []
  let nextHoldPoint: HoldPoint | undefined
  let onHeld = () => {}
  const shouldHold = (holdPoint: HoldPoint) => {
    if (nextHoldPoint !== holdPoint) return false
    nextHoldPoint = undefined
    onHeld()
    return true
  }
  const handleConnection = (socket: Socket) => {
    let isBody = false
    let mail: AcceptedMail = { messageId: '', recipient: '' }
    /** Returns the reply to a line, or undefined inside a message or when the client must wait. */
    const replyTo = (line: string): string | undefined => {
      if (isBody && line !== '.') {
        mail.messageId = /^Message-ID: (.+)$/i.exec(line)?.[1] ?? mail.messageId
        return undefined
      }
      if (isBody) {
        acceptedMails.push(mail)
        mail = { messageId: '', recipient: '' }
        if (shouldHold('reply')) return undefined
      }
      mail.recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? mail.recipient
      isBody = line.startsWith('DATA')
      return replies[line.slice(0, 4).toUpperCase()] ?? '250 ok'
    }
    socket.on('error', () => {})
    if (shouldHold('greeting')) return
    socket.write('220 ready\r\n')
    socket.on('data', data => {
      const repliesToSend = data
        .toString()
        .split('\r\n')
        .filter(Boolean)
        .map(replyTo)
        .filter(reply => reply !== undefined)
      for (const reply of repliesToSend) socket.write(`${reply}\r\n`)
    })
  }
  const server = createServer(handleConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Oldest first. */
    acceptedMails,
    /** Leaves the next client without a reply. Resolves when that client is waiting. */
    holdNextMail: (holdPoint: HoldPoint) =>
      new Promise<void>(resolve => {
        nextHoldPoint = holdPoint
        onHeld = resolve
      }),
    stop: async () => void server.close(),
  }
}
