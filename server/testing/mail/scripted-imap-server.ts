import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer, type TLSSocket } from 'node:tls'
import { createCertificate } from './test-imap-server.ts'

/**
 * Returns the lines of a reply, of which the last can be the status, such as `NO`. Undefined for the usual reply. The
 * command has no tag, such as `UID FETCH 1:2 (UID)`.
 */
type ImapScript = (command: string) => Iterable<string> | undefined

const usualReplies: [RegExp, string[]][] = [
  [/^CAPABILITY/, ['* CAPABILITY IMAP4rev1']],
  [/^(SELECT|EXAMINE)/, ['* 9 EXISTS', '* OK [UIDVALIDITY 7] UIDs', '* OK [UIDNEXT 10] Next']],
  [/^UID SEARCH/, ['* SEARCH']],
]

/** Starts an IMAP server whose replies a test chooses, for those that Dovecot does not send. */
export async function startScriptedImapServer() {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-imap-'))
  createCertificate(folder)
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map(name => readFile(join(folder, name))),
  )
  const sockets = new Set<TLSSocket>()
  const state: { script: ImapScript; commands: string[] } = {
    script: () => undefined,
    commands: [],
  }
  const server = createServer({ key, cert }, socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    void serveConnection(socket, state)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    commands: state.commands,
    /** Replaces the replies and forgets the commands. */
    use(script: ImapScript) {
      state.script = script
      state.commands.length = 0
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function serveConnection(
  socket: TLSSocket,
  state: { script: ImapScript; commands: string[] },
): Promise<void> {
  socket.write('* OK Ready\r\n')
  for await (const line of createInterface({ input: socket })) {
    const [tag = ''] = line.split(' ')
    const command = line.slice(tag.length + 1)
    state.commands.push(command)
    const usual = usualReplies.find(([pattern]) => pattern.test(command))?.[1] ?? []
    let status = 'OK Done'
    for (const reply of state.script(command) ?? usual) {
      if (socket.destroyed) return
      if (/^(OK|NO|BAD)/.test(reply)) status = reply
      else if (!socket.write(`${reply}\r\n`))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    }
    socket.write(`${tag} ${status}\r\n`)
  }
}
