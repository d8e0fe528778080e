import { createServer } from 'node:net'

const decodeMail = (mail: string) =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

/** A mail server for tests, as small as one can be: it takes what it is given and keeps the texts, unless it `isAway`. */
export async function openMailSink() {
  const mails: string[] = []
  const state = { isDown: false, rejectedCount: 0 }
  const server = createServer(socket => {
    let isMail = false
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    if (state.isDown) {
      state.rejectedCount += 1
      socket.end('421 not now\r\n')
      return
    }
    socket.write('220 sink\r\n')
    socket.on('data', (chunk: string) => {
      text += chunk
      // A client waits for each answer, so what has come by the end of a line is one command, or one whole mail.
      if (!text.endsWith(isMail ? '\r\n.\r\n' : '\r\n')) return
      if (isMail) mails.push(decodeMail(text))
      isMail = !isMail && /^DATA/i.test(text)
      socket.write(isMail ? '354 go on\r\n' : '250 ok\r\n')
      text = ''
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    state,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
