import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type ReceivedMail = {
  /** The address that receives reports about the delivery. */
  sender: string
  recipients: string[]
  /** The lines of the header, each with its continuation lines. */
  headers: string[]
  text: string
  html: string
}

/** Starts a mail server that accepts every message and keeps its parts. */
export async function startTestMailServer() {
  const mails: ReceivedMail[] = []
  const server = createServer(socket => receiveMails(socket, mails)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function receiveMails(socket: Socket, mails: ReceivedMail[]) {
  let unread = ''
  let sender = ''
  let recipients: string[] = []
  let isMessage = false
  const reply = (text: string) => socket.write(`${text}\r\n`)
  const handleCommand = (line: string) => {
    sender = /^MAIL FROM:<([^>]*)>/i.exec(line)?.[1] ?? sender
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
    if (recipient !== undefined) recipients.push(recipient)
    isMessage = line.toUpperCase() === 'DATA'
    if (line.toUpperCase() === 'QUIT') return socket.end('221 bye\r\n')
    return reply(isMessage ? '354 continue' : '250 ok')
  }
  const handleMessage = (source: string) => {
    mails.push({ sender, recipients, ...parseMail(source.replaceAll('\r\n..', '\r\n.')) })
    recipients = []
    isMessage = false
    reply('250 ok')
  }
  // A client that closes the connection early is no failure of a test.
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (part: string) => {
    unread += part
    for (;;) {
      const end = isMessage ? '\r\n.\r\n' : '\r\n'
      const index = unread.indexOf(end)
      if (index < 0) return
      const content = unread.slice(0, index)
      unread = unread.slice(index + end.length)
      if (isMessage) handleMessage(content)
      else handleCommand(content)
    }
  })
  reply('220 ready')
}

function parseMail(source: string): Omit<ReceivedMail, 'sender' | 'recipients'> {
  const { headers, body } = splitHeaders(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.join('\n'))?.[1]
  const parts = body.split(`--${boundary}`).map(part => splitHeaders(part.replace(/^\r\n/, '')))
  const findPart = (type: string) => {
    const part = parts.find(candidate =>
      candidate.headers.some(line => line.startsWith(`Content-Type: ${type}`)),
    )
    return part ? decodeBody(part) : ''
  }
  return { headers, text: findPart('text/plain'), html: findPart('text/html') }
}

function splitHeaders(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const header = source.slice(0, end < 0 ? source.length : end)
  return { headers: header.split(/\r\n(?![ \t])/), body: end < 0 ? '' : source.slice(end + 4) }
}

function decodeBody({ headers, body }: { headers: string[]; body: string }): string {
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers.join('\n'))?.[1]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
