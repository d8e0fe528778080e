import { createServer } from 'node:net'

const decodeMail = (mail: string) =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

/**
 * Starts a minimal mail server for tests that stores the emails it receives. It rejects them while
 * `state.isDown`.
 */
export async function openMailSink() {
  const mails: string[] = []
  /** The emails as they were sent, to verify their signatures. */
  const rawMails: string[] = []
  const state = { isDown: false, rejectedCount: 0 }
  const server = createServer(socket => {
    let isMail = false
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    if (state.isDown) {
      state.rejectedCount += 1
      socket.end('421 unavailable\r\n')
      return
    }
    socket.write('220 sink\r\n')
    socket.on('data', (chunk: string) => {
      text += chunk
      // A client waits for each reply, so the text at the end of a line is one command or one
      // email.
      if (!text.endsWith(isMail ? '\r\n.\r\n' : '\r\n')) return
      if (isMail) {
        mails.push(decodeMail(text))
        rawMails.push(text)
      }
      isMail = !isMail && /^DATA/i.test(text)
      socket.write(isMail ? '354 send data\r\n' : '250 ok\r\n')
      text = ''
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    rawMails,
    state,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
